/** What a sample is written for. */
export interface SampleFor {
  base: string;
  path: string;
  publisher: string;
  keyId: string;
  secret: string;
}

/** Minutes a link holds that a publisher's server has signed. */
export const PER_CLICK_MINUTES = 10;
const SECONDS = PER_CLICK_MINUTES * 60;

/** Code for a publisher's server, which signs each link anew; each prints one. They are run by a test. */
export const SAMPLES: Readonly<Record<string, (of: SampleFor) => string>> = {
  'Node.js': ({ base, path, publisher, keyId, secret }) => `import { createHmac, randomBytes } from 'node:crypto';

const params = {
  p: '${publisher}',
  ci: 'your-click-id',
  exp: String(Math.floor(Date.now() / 1000) + ${SECONDS}),
  kid: '${keyId}',
  n: randomBytes(12).toString('base64url'),
};
const query = Object.entries(params)
  .map(([name, value]) => encodeURIComponent(name) + '=' + encodeURIComponent(value))
  .sort()
  .join('&');
const sig = createHmac('sha256', '${secret}')
  .update('${path}?' + query)
  .digest('base64url')
  .slice(0, 27);
console.log('${base}${path}?' + query + '&sig=' + sig);
`,
  Python: ({ base, path, publisher, keyId, secret }) => `import base64, hashlib, hmac, secrets, time
from urllib.parse import quote

params = {
    "p": "${publisher}",
    "ci": "your-click-id",
    "exp": str(int(time.time()) + ${SECONDS}),
    "kid": "${keyId}",
    "n": secrets.token_urlsafe(12),
}
encode = lambda text: quote(text, safe="-_.!~*'()")
query = "&".join(sorted(encode(name) + "=" + encode(value) for name, value in params.items()))
digest = hmac.new(b"${secret}", ("${path}?" + query).encode(), hashlib.sha256).digest()
sig = base64.urlsafe_b64encode(digest).decode()[:27]
print("${base}${path}?" + query + "&sig=" + sig)
`,
  PHP: ({ base, path, publisher, keyId, secret }) => `<?php
$params = [
    'p' => '${publisher}',
    'ci' => 'your-click-id',
    'exp' => (string) (time() + ${SECONDS}),
    'kid' => '${keyId}',
    'n' => bin2hex(random_bytes(12)),
];
$encode = fn($text) => strtr(rawurlencode($text), ['%21' => '!', '%2A' => '*', '%27' => "'", '%28' => '(', '%29' => ')']);
$pairs = [];
foreach ($params as $name => $value) $pairs[] = $encode($name) . '=' . $encode($value);
sort($pairs, SORT_STRING);
$query = implode('&', $pairs);
$digest = hash_hmac('sha256', '${path}?' . $query, '${secret}', true);
$sig = substr(strtr(base64_encode($digest), '+/', '-_'), 0, 27);
echo '${base}${path}?' . $query . '&sig=' . $sig, "\\n";
`,
  Java: ({ base, path, publisher, keyId, secret }) => `import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.*;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Link {
  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20").replace("%21", "!")
        .replace("%27", "'").replace("%28", "(").replace("%29", ")").replace("%7E", "~");
  }

  public static void main(String[] args) throws Exception {
    byte[] nonce = new byte[12];
    new SecureRandom().nextBytes(nonce);
    Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
    Map<String, String> params = Map.of(
        "p", "${publisher}",
        "ci", "your-click-id",
        "exp", String.valueOf(System.currentTimeMillis() / 1000 + ${SECONDS}),
        "kid", "${keyId}",
        "n", base64.encodeToString(nonce));
    List<String> pairs = new ArrayList<>();
    for (var each : params.entrySet()) pairs.add(encode(each.getKey()) + "=" + encode(each.getValue()));
    Collections.sort(pairs);
    String query = String.join("&", pairs);
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec("${secret}".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    byte[] digest = mac.doFinal(("${path}?" + query).getBytes(StandardCharsets.UTF_8));
    System.out.println("${base}${path}?" + query + "&sig=" + base64.encodeToString(digest).substring(0, 27));
  }
}
`,
  Shell: ({
    base,
    path,
    publisher,
    keyId,
    secret,
  }) => `# Values here need no encoding; encode yours, and keep the names in this order.
query="ci=your-click-id&exp=$(($(date +%s) + ${SECONDS}))&kid=${keyId}&n=$(openssl rand -hex 12)&p=${publisher}"
sig=$(printf %s "${path}?$query" | openssl dgst -sha256 -hmac "${secret}" -binary | base64 | tr '+/' '-_' | cut -c1-27)
echo "${base}${path}?$query&sig=$sig"
`,
};

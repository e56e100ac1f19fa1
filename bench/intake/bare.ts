/** The least that could answer: reads a body, parses it, says how many events it holds. */
import http from 'node:http';

export const bareServer = (port: number): http.Server =>
  http
    .createServer((request, answer) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.once('end', () => {
        const parsed: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'));
        answer.writeHead(202, { 'content-type': 'application/json' });
        answer.end(JSON.stringify({ accepted: Array.isArray(parsed) ? parsed.length : 1 }));
      });
    })
    .listen(port, '127.0.0.1');

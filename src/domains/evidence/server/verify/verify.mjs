// Checks an evidence archive of Adsieve: node verify.mjs FILE [--key FINGERPRINT]. Apache-2.0.
import { createHash, createPublicKey, verify } from "node:crypto";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { crc32, createInflateRaw } from "node:zlib";
import { StringDecoder } from "node:string_decoder";
// src/domains/evidence/server/verify/zip-records.ts
/** Sizes stand behind the file; names are UTF-8. */
var FLAGS = 2056;
/** PKZIP 2.0 to read; written by 6.3 on Unix, as a file that its owner and group may write. */
var VERSION = 20;
var MADE_BY = 831;
var MODE = 2176057344;
/** Files are of no moment of their own, so that the same files are the same archive: the first day there is. */
var DAY = 33;
/** Numbers as ZIP has them, each with its bytes. */
function record(...fields) {
	const bytes = Buffer.alloc(fields.reduce((all, [, length]) => all + length, 0));
	let at = 0;
	for (const [value, length] of fields) at = bytes.writeUIntLE(value, at, length);
	return bytes;
}
var about = ({ method, name, crc, packed, size }) => [
	[VERSION, 2],
	[FLAGS, 2],
	[method, 2],
	[0, 2],
	[DAY, 2],
	[crc, 4],
	[packed, 4],
	[size, 4],
	[Buffer.byteLength(name), 2],
	[0, 2]
];
/** Before a file. */
var headOf = ({ name, method }) => Buffer.concat([record([67324752, 4], ...about({
	name,
	method,
	crc: 0,
	packed: 0,
	size: 0
})), Buffer.from(name)]);
/** Behind it. */
var tailOf = ({ crc, packed, size }) => record([134695760, 4], [crc, 4], [packed, 4], [size, 4]);
/** In the list behind all files. */
var listedAs = (entry) => Buffer.concat([record([33639248, 4], [MADE_BY, 2], ...about(entry), [0, 2], [0, 2], [0, 2], [MODE, 4], [entry.at, 4]), Buffer.from(entry.name)]);
/** Behind the list. */
var endOf = ({ count, bytes, at }) => record([101010256, 4], [0, 2], [0, 2], [count, 2], [count, 2], [bytes, 4], [at, 4], [0, 2]);
// src/domains/evidence/server/verify/archive.ts
/** What is wrong, in words for people. */
var Untrue = class extends Error {};
var MOST_FILES = 64;
var PIECE = 262144;
/** A file is unpacked to at most so many times its bytes in the archive: text of events packs to a tenth. */
var MOST_TIMES = 1100;
async function readAt(file, at, length) {
	const bytes = Buffer.alloc(length);
	const { bytesRead } = await file.read(bytes, 0, length, at);
	if (bytesRead !== length) throw new Untrue("The archive is cut off.");
	return bytes;
}
/** Files of the archive by the list at its end. Every byte of it belongs to one of them or to the list. */
async function entriesOf(file) {
	const { size } = await file.stat();
	if (size < 22) throw new Untrue("This is no evidence archive: it is too short.");
	const end = await readAt(file, size - 22, 22);
	const [count, bytes, at] = [
		end.readUInt16LE(10),
		end.readUInt32LE(12),
		end.readUInt32LE(16)
	];
	if (!end.equals(endOf({
		count,
		bytes,
		at
	}))) throw new Untrue("The archive is cut off, has something behind its end, or is no ZIP archive.");
	if (count > MOST_FILES || at + bytes !== size - 22) throw new Untrue("The list of files of the archive is damaged.");
	const list = await readAt(file, at, bytes);
	const entries = [];
	let place = 0;
	for (let n = 0; n < count; n++) {
		const entry = listedAt(list, place);
		entries.push(entry);
		place += listedAs(entry).length;
	}
	if (place !== list.length) throw new Untrue("The list of files of the archive is damaged.");
	await requireWhole(file, entries, at);
	return entries;
}
function listedAt(list, place) {
	if (place + 46 > list.length) throw new Untrue("The list of files of the archive is damaged.");
	const nameAt = place + 46;
	const entry = {
		name: list.toString("utf8", nameAt, nameAt + list.readUInt16LE(place + 28)),
		method: list.readUInt16LE(place + 10),
		crc: list.readUInt32LE(place + 16),
		packed: list.readUInt32LE(place + 20),
		size: list.readUInt32LE(place + 24),
		at: list.readUInt32LE(place + 42)
	};
	const expected = listedAs(entry);
	if (!list.subarray(place, place + expected.length).equals(expected)) throw new Untrue("The list of files of the archive is damaged, or it was packed anew by another program.");
	return entry;
}
/** What stands before and behind each file says the same as the list, and nothing stands between them. */
async function requireWhole(file, entries, listAt) {
	let next = 0;
	for (const entry of entries) {
		const { name, method, packed, at } = entry;
		if (!/^[a-z][a-z0-9.-]*$/i.test(name)) throw new Untrue(`"${name}" is no name of a file that belongs into the archive.`);
		if (entries.some((other) => other !== entry && other.name.toLowerCase() === name.toLowerCase())) throw new Untrue(`${name} is in the archive twice.`);
		if (method !== 0 && method !== 8) throw new Untrue("The archive was packed anew by another program.");
		if (at !== next) throw new Untrue(`Something stands before ${name} that belongs to no file.`);
		for (const [expected, place] of [[headOf(entry), at], [tailOf(entry), dataAt(entry) + packed]]) {
			if (!(await readAt(file, place, expected.length)).equals(expected)) throw new Untrue(`What the archive says of ${name} in two places differs.`);
			next = place + expected.length;
		}
	}
	if (next !== listAt) throw new Untrue("Something stands in the archive that belongs to no file.");
}
var dataAt = ({ at, name }) => at + 30 + Buffer.byteLength(name);
/** The bytes of a file of the archive, unpacked; held against the sum and the size the archive tells. */
async function* bytesOf(file, entry) {
	const { name, method, packed, size, crc } = entry;
	if (size > Math.max(1e6, packed * MOST_TIMES)) throw new Untrue(`${name} is larger than it can be.`);
	const start = dataAt(entry);
	const read = piecesOf(file, start, start + packed);
	let [seen, sum] = [0, 0];
	try {
		for await (const part of method === 0 ? read : unpacked(read, packed)) {
			seen += part.length;
			if (seen > size) break;
			sum = crc32(part, sum);
			yield part;
		}
	} catch (error) {
		if (error instanceof Untrue) throw error;
		throw new Untrue(`${name} cannot be unpacked: it was damaged.`);
	}
	if (seen !== size || sum !== crc) throw new Untrue(`${name} is damaged.`);
}
async function* unpacked(read, bytes) {
	const inflate = createInflateRaw();
	const fed = pipeline(read, inflate);
	fed.catch(() => {});
	for await (const part of inflate) yield part;
	await fed;
	if (inflate.bytesWritten !== bytes) throw new Untrue("Something stands behind a file that belongs to none.");
}
/** The bytes from one place to another, piece by piece. */
async function* piecesOf(file, from, to) {
	for (let at = from; at < to; at += PIECE) yield await readAt(file, at, Math.min(PIECE, to - at));
}
// src/domains/evidence/server/verify/rows.ts
/** Rows of a CSV by RFC 4180, piece by piece: only the one at hand is held. */
var LONGEST_ROW = 1e6;
async function* csvRows(bytes) {
	const decoder = new StringDecoder("utf8");
	let rest = "";
	let isFirst = true;
	for await (const part of bytes) {
		rest += decoder.write(part);
		if (isFirst && rest !== "") {
			rest = rest.replace(/^\uFEFF/, "");
			isFirst = false;
		}
		let from = 0;
		for (let end = endOfRow(rest, from); end !== -1; end = endOfRow(rest, from)) {
			yield cellsIn(rest.slice(from, end));
			from = end + 2;
		}
		rest = rest.slice(from);
		if (rest.length > LONGEST_ROW) throw new Untrue("events.csv has a row that does not end.");
	}
	if (rest + decoder.end() !== "") throw new Untrue("events.csv does not end with a whole row.");
}
/** Where the row ends that begins at `from`: a line end outside of quotes; -1 where it has not come yet. */
function endOfRow(text, from) {
	for (let end = text.indexOf("\r\n", from); end !== -1; end = text.indexOf("\r\n", end + 2)) {
		const row = text.slice(from, end);
		if (!row.includes("\"")) return end;
		let quotes = 0;
		for (let at = row.indexOf("\""); at !== -1; at = row.indexOf("\"", at + 1)) quotes++;
		if (quotes % 2 === 0) return end;
	}
	return -1;
}
function cellsIn(row) {
	if (!row.includes("\"")) return row.split(",");
	const cells = [];
	let cell = "";
	let isQuoted = false;
	for (let at = 0; at < row.length; at++) {
		const letter = row[at];
		if (isQuoted && letter === "\"" && row[at + 1] === "\"") cell += row[at++];
		else if (letter === "\"") isQuoted = !isQuoted;
		else if (letter === "," && !isQuoted) {
			cells.push(cell);
			cell = "";
		} else cell += letter;
	}
	cells.push(cell);
	return cells;
}
// src/domains/evidence/server/verify/events.ts
/** Holds the events of an archive against its counts, and these against its manifest. */
var DIGITS = 10;
/** Decimal text as a whole number of its smallest part. */
function partsOf(text) {
	const [all, sign, whole = "", fraction = ""] = /^(-?)(\d+)(?:\.(\d{1,10}))?$/.exec(text) ?? [];
	if (all === void 0) throw new Untrue(`"${text}" is no amount.`);
	const parts = BigInt(whole + fraction.padEnd(DIGITS, "0"));
	return sign === "-" ? -parts : parts;
}
var CLAIMS = {
	claimed: "claimed",
	before: "claimed_before",
	late: "late"
};
/** Spreadsheets are kept from calculating with an apostrophe, which the counts do not have. */
var keyOf = (...names) => names.map((name) => name.replaceAll("'", "")).join("\n");
async function sumsOf(bytes) {
	const counts = {
		rows: 0,
		claimed: 0,
		claimed_before: 0,
		late: 0
	};
	const lines = /* @__PURE__ */ new Map();
	let at;
	let width = 0;
	for await (const row of csvRows(bytes)) {
		if (!at) {
			at = Object.fromEntries(row.map((name, index) => [name, index]));
			width = row.length;
			continue;
		}
		if (row.length !== width) throw new Untrue(`Row ${counts.rows + 1} of events.csv has another number of cells.`);
		const places = at;
		const cell = (name) => row[places[name] ?? -1] ?? "";
		const claim = CLAIMS[cell("claim")];
		if (!claim) throw new Untrue(`Row ${counts.rows + 1} of events.csv does not say whether it is claimed.`);
		counts.rows++;
		counts[claim]++;
		if (claim !== "claimed") continue;
		const amount = cell("amount");
		const key = keyOf(cell("campaign"), cell("event"), cell("category"), cell("currency"));
		const line = lines.get(key) ?? {
			units: 0,
			parts: 0n,
			isKnown: amount !== ""
		};
		line.units++;
		line.parts += amount === "" ? 0n : partsOf(amount);
		lines.set(key, line);
	}
	return {
		counts,
		lines
	};
}
/** Whether an amount is the sum, rounded half away from zero to the digits it has: lines are in minor units. */
function isRounded(amount, sum) {
	const unit = 10n ** BigInt(DIGITS - (amount.split(".")[1] ?? "").length);
	const half = sum < 0n ? -unit / 2n : unit / 2n;
	return partsOf(amount) === (sum + half) / unit * unit;
}
/** What does not agree, in words; nothing when all does. */
function disagreements(sums, counts, manifest) {
	const found = [];
	for (const name of [
		"rows",
		"claimed",
		"claimed_before",
		"late"
	]) {
		if (sums.counts[name] !== counts[name]) found.push(`events.csv has ${sums.counts[name]} events (${name}), counts.json says ${counts[name]}.`);
		if (counts[name] !== manifest[name]) found.push(`counts.json says ${counts[name]} events (${name}), the manifest ${manifest[name]}.`);
	}
	const told = new Map(counts.lines.map((line) => [keyOf(line.campaign, line.event, line.category, line.currency), line]));
	for (const [key, sum] of sums.lines) {
		const line = told.get(key);
		const name = key.split("\n").filter((part) => part !== "").join(", ");
		if (!line) found.push(`counts.json has no line for ${name}.`);
		else if (line.units !== sum.units) found.push(`events.csv has ${sum.units} events of ${name}, counts.json says ${line.units}.`);
		else if (line.amount !== "" && !isRounded(line.amount, sum.parts)) found.push(`The amounts of ${name} in events.csv do not add up to ${line.amount} ${line.currency}.`);
	}
	if (told.size !== sums.lines.size) found.push("counts.json has lines that events.csv has no events of.");
	return [...found, ...ofTotals(counts, manifest)];
}
function ofTotals(counts, manifest) {
	const sums = /* @__PURE__ */ new Map();
	for (const { amount, currency } of counts.lines) if (amount !== "") sums.set(currency, (sums.get(currency) ?? 0n) + partsOf(amount));
	return Object.entries({
		"counts.json": counts.totals,
		"the manifest": manifest.totals
	}).flatMap(([where, totals]) => {
		return totals.length === sums.size && totals.every(({ currency, amount }) => sums.get(currency) === partsOf(amount)) ? [] : [`The total in ${where} is not the sum of the lines.`];
	});
}
// src/domains/evidence/server/verify/verify-archive.ts
/**
* Whether an evidence archive is what an installation of Adsieve signed: its signature, the sum of every file, nothing
* more and nothing less, and whether its events add up to what it claims. `verify.mjs` of the archive is this code, made
* into one file without anything else (`npm run sync`); so it imports nothing but Node.
*/
var FORMAT = "adsieve-evidence/1";
var SIGNED = "manifest.json";
var SIGNATURE = "manifest.sig";
var KEY = "public-key.pem";
var NEEDED = [
	"cover.pdf",
	"events.csv",
	"events.parquet",
	"counts.json",
	"rules.json",
	KEY
];
/** Files that are read whole. */
var MOST_READ = 67108864;
/** `key`: the fingerprint the issuer told by another way; without it the archive says only that it was not changed. */
async function verifyArchive(path, { key = "" } = {}) {
	let file;
	try {
		file = await open(path);
	} catch {
		return {
			ok: false,
			said: [`${path} cannot be read.`]
		};
	}
	try {
		return await verified(file, key);
	} catch (error) {
		return {
			ok: false,
			said: [error instanceof Untrue ? error.message : `It cannot be checked: ${String(error)}`]
		};
	} finally {
		await file.close();
	}
}
async function verified(file, key) {
	const entries = new Map((await entriesOf(file)).map((entry) => [entry.name, entry]));
	const read = async (name) => whole(file, required(entries, name));
	const signed = await read(SIGNED);
	const manifest = manifestIn(signed);
	const fingerprint = requireSigned(signed, await read(SIGNATURE), await read(KEY), {
		manifest,
		pinned: key
	});
	requireSame([...entries.keys()], manifest);
	for (const told of manifest.files) await requireSum(file, required(entries, told.name), told);
	await requireBits(file, [...entries.values()], manifest);
	const counts = countsIn(await read("counts.json"));
	const wrong = disagreements(await sumsOf(bytesOf(file, required(entries, "events.csv"))), counts, {
		...manifest.events,
		totals: manifest.totals
	});
	if (wrong.length > 0) return {
		ok: false,
		said: wrong
	};
	const amounts = manifest.totals.map(({ amount, currency }) => `${amount} ${currency}`).join(", ");
	return {
		ok: true,
		said: [
			`Nothing was changed: ${manifest.files.length} files, ${manifest.events.rows} events, ${manifest.events.claimed} of them claimed${amounts === "" ? "" : `, ${amounts}`}.`,
			`${manifest.publisher} for ${manifest.package.name}, ${manifest.period.from} to ${manifest.period.to}.`,
			key === "" ? `Signed with the key ${fingerprint}. Compare it with the one the issuer told you by another way, or give it with --key.` : `Signed with the key you named, ${fingerprint}.`
		]
	};
}
function required(entries, name) {
	const entry = entries.get(name);
	if (!entry) throw new Untrue(`${name} is missing.`);
	return entry;
}
async function whole(file, entry) {
	if (entry.size > MOST_READ) throw new Untrue(`${entry.name} is larger than it can be.`);
	const parts = [];
	for await (const part of bytesOf(file, entry)) parts.push(part);
	return Buffer.concat(parts);
}
function jsonIn(bytes, name, isRight) {
	try {
		const value = JSON.parse(bytes.toString("utf8"));
		if (isRight(value)) return value;
	} catch {}
	throw new Untrue(`${name} cannot be read: it was damaged.`);
}
var isTotals = (value) => Array.isArray(value) && value.every(({ currency, amount }) => typeof currency === "string" && typeof amount === "string");
function manifestIn(bytes) {
	const manifest = jsonIn(bytes, SIGNED, ({ format, files, events, totals, key, package: pkg, period, before }) => typeof format === "string" && Array.isArray(files) && files.every(({ name, size, sha256 }) => typeof name === "string" && typeof size === "number" && typeof sha256 === "string") && typeof events === "object" && typeof before?.sha256 === "string" && isTotals(totals) && typeof key?.fingerprint === "string" && typeof pkg?.name === "string" && typeof period?.from === "string");
	if (manifest.format !== FORMAT) throw new Untrue(`This check knows ${FORMAT}, the archive is ${manifest.format}.`);
	return manifest;
}
var countsIn = (bytes) => jsonIn(bytes, "counts.json", ({ lines, totals }) => isTotals(totals) && Array.isArray(lines) && lines.every((line) => [
	line.campaign,
	line.event,
	line.category,
	line.amount
].every((text) => typeof text === "string")));
/** Fingerprints are compared without what people set between their digits. */
var plain = (fingerprint) => fingerprint.replace(/^sha256:/i, "").replace(/[^\da-f]/gi, "").toLowerCase();
function requireSigned(signed, signature, pem, { manifest, pinned }) {
	let fingerprint;
	let isRight;
	try {
		const key = createPublicKey(pem);
		if (key.asymmetricKeyType !== "ed25519") throw new Untrue("The key is of another kind than Ed25519.");
		fingerprint = createHash("sha256").update(key.export({
			type: "spki",
			format: "der"
		})).digest("hex");
		const text = signature.toString("ascii");
		const bytes = Buffer.from(text, "base64");
		isRight = text === `${bytes.toString("base64")}\n` && verify(null, signed, key, bytes);
	} catch (error) {
		if (error instanceof Untrue) throw error;
		throw new Untrue(`${KEY} is no public key.`);
	}
	if (!isRight) throw new Untrue("The signature does not belong to the manifest: it was changed, or signed with another key.");
	if (fingerprint !== manifest.key.fingerprint) throw new Untrue(`${KEY} is not the key that the manifest names.`);
	if (pinned !== "" && plain(pinned) !== fingerprint) throw new Untrue(`It is signed with another key than the one you named: ${fingerprint}.`);
	return fingerprint;
}
/** The manifest names every file but itself and its signature, each once, and those that are needed. */
function requireSame(names, { files }) {
	const told = new Set(files.map(({ name }) => name));
	if (told.size !== files.length) throw new Untrue("The manifest names a file twice.");
	const missing = [...told, ...NEEDED].find((name) => !names.includes(name));
	if (missing !== void 0) throw new Untrue(`${missing} is missing.`);
	const unsigned = NEEDED.find((name) => !told.has(name));
	if (unsigned !== void 0) throw new Untrue(`The manifest does not name ${unsigned}.`);
	const more = names.find((name) => name !== SIGNED && name !== SIGNATURE && !told.has(name));
	if (more !== void 0) throw new Untrue(`${more} is in the archive, and the manifest does not name it.`);
}
/**
* To the last bit: packed bytes have some that say nothing, and so change no file. What stands before the manifest is
* held against its sum; manifest and signature stand behind it as they are, with nothing left to say.
*/
async function requireBits(file, entries, { before }) {
	const [signed, signature] = entries.slice(-2);
	if (signed?.name !== SIGNED || signature?.name !== SIGNATURE) throw new Untrue("The manifest and its signature are not the last files of the archive.");
	if (signed.method !== 0 || signature.method !== 0) throw new Untrue("The archive was packed anew by another program.");
	const hash = createHash("sha256");
	for await (const piece of piecesOf(file, 0, signed.at)) hash.update(piece);
	if (signed.at !== before.bytes || hash.digest("hex") !== before.sha256) throw new Untrue("The archive was changed: the sum over its bytes is another than the manifest says.");
}
async function requireSum(file, entry, { name, size, sha256 }) {
	const hash = createHash("sha256");
	let seen = 0;
	for await (const part of bytesOf(file, entry)) {
		hash.update(part);
		seen += part.length;
	}
	if (seen !== size || hash.digest("hex") !== sha256) throw new Untrue(`${name} was changed: its sum is another than the manifest says.`);
}
// src/domains/evidence/server/verify/main.ts
/** `node verify.mjs FILE [--key FINGERPRINT]`: what `verify.mjs` in an evidence archive does. */
var [path, flag, key] = process.argv.slice(2);
if (path === void 0 || flag !== void 0 && (flag !== "--key" || key === void 0)) {
	process.stderr.write("Usage: node verify.mjs FILE [--key FINGERPRINT]\n");
	process.exitCode = 1;
} else {
	const { ok, said } = await verifyArchive(path, { key: key ?? "" });
	process.stdout.write(`${[ok ? "OK" : "NOT AS IT WAS SIGNED", ...said].join("\n")}\n`);
	process.exitCode = ok ? 0 : 1;
}
export {};

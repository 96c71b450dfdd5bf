import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** A certificate with its private key, both PEM. */
export interface ServerCertificate {
  readonly cert: string;
  readonly key: string;
}

const DAY_MS = 86_400_000;
const OID_ECDSA_SHA256 = "2a8648ce3d040302";
const OID_COMMON_NAME = "550403";
const OID_ALTERNATIVE_NAMES = "551d11";
const OID_BASIC_CONSTRAINTS = "551d13";

/** Creates a self-signed certificate for localhost and 127.0.0.1 that clients can add as a CA. */
export function selfSignedCertificate(now: number): ServerCertificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = sequence(objectId(OID_ECDSA_SHA256));
  const name = sequence(
    der(0x31, sequence(objectId(OID_COMMON_NAME), der(0x0c, Buffer.from("opsmanager-emulator")))),
  );
  // A serial number is positive, so its first bit is cleared.
  const serial = randomBytes(16);
  serial.writeUInt8((serial.readUInt8(0) & 0x7f) | 0x40, 0);
  const alternativeNames = sequence(
    der(0x82, Buffer.from("localhost")),
    der(0x87, Buffer.from([127, 0, 0, 1])),
  );
  const extensions = sequence(
    sequence(objectId(OID_ALTERNATIVE_NAMES), der(0x04, alternativeNames)),
    sequence(
      objectId(OID_BASIC_CONSTRAINTS),
      der(0x01, Buffer.from([0xff])),
      der(0x04, sequence(der(0x01, Buffer.from([0xff])))),
    ),
  );
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm,
    name,
    sequence(time(now - DAY_MS), time(now + 825 * DAY_MS)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, extensions),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign("sha256", body, privateKey)]);
  const certificate = sequence(body, algorithm, der(0x03, signature));
  return {
    cert: pem("CERTIFICATE", certificate),
    key: pem("PRIVATE KEY", privateKey.export({ type: "pkcs8", format: "der" })),
  };
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function objectId(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, "hex"));
}

function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replaceAll(/[-:T]/g, "").slice(0, 14);
  return der(0x18, Buffer.from(`${digits}Z`));
}

function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString("base64").match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}

import { selfSignedCertificate } from "../../../src/emulator/tls-certificate";

/** A self-signed certificate, as PEM. */
export const CERTIFICATE: string = selfSignedCertificate(Date.now()).cert;

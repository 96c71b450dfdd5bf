import { selfSignedCertificate } from "../../../src/emulator/tls-certificate";

/** Some certificate, as PEM. */
export const CERTIFICATE: string = selfSignedCertificate(Date.now()).cert;

/** A file from an https URL. */

/** @throws Error when the URL does not answer with success */
export async function download(uri: string): Promise<Buffer> {
  if (!uri.startsWith("https://"))
    throw new Error(`manifest: a RemoteAsset must be an https URL, not ${uri}.`);
  // A plain request: our credentials are for the service only.
  const response = await fetch(uri);
  if (!response.ok) throw new Error(`manifest: ${uri} answered ${response.status}.`);
  return Buffer.from(await response.arrayBuffer());
}

/** The key by which the engine marks values that are not plain JSON: secrets, assets, outputs. */
export const SIGNATURE_KEY = "4dabf18193072939515e22adb298388d";

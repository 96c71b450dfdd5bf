/** Arguments that are known later: promises and outputs. */

import * as pulumi from "@pulumi/pulumi";
import { mapValues, textsIn } from "../json";
import { isUnknown, UNKNOWN } from "../unknowns";

/** An argument at any depth: a plain value, a promise or an output. */
export type InputsOf<T> = 0 extends T & 1
  ? // oxlint-disable-next-line typescript/no-explicit-any -- a free-form value stays one
    any
  : [NonNullable<T>] extends [(infer Item)[]]
    ? pulumi.Input<InputsOf<Item>[] | Extract<T, undefined>>
    : [NonNullable<T>] extends [object]
      ? pulumi.Input<{ [K in keyof T]: InputsOf<T[K]> } | Extract<T, undefined>>
      : pulumi.Input<T>;

/** The fields of `T` as arguments, with the documentation of `T`. */
export type ArgumentsOf<T> = { [K in keyof T]: InputsOf<T[K]> };

/** What a class that repeats the arguments `T` as outputs implements: it forgets none, and editors show the documentation of `T`. */
export type OutputsOf<T> = { readonly [K in keyof T]-?: pulumi.Output<pulumi.Unwrap<T[K]>> };

/** The outputs of the fields `T`, with the documentation of `T`: a class and an interface of one name need not repeat them. */
export type FieldsAsOutputs<T> = { readonly [K in keyof T]-?: pulumi.Output<T[K]> };

/** The form of `apply` that the SDK uses itself: in a preview it runs for unknown values as well. */
interface ApplyWithUnknowns<T> {
  apply<U>(run: (value: T) => U | Promise<U>, runWithUnknowns: boolean): pulumi.Output<U>;
}

/** Whether a value is an output or a promise. */
export function isLater(value: unknown): value is pulumi.Output<unknown> | Promise<unknown> {
  return pulumi.Output.isInstance(value) || value instanceof Promise;
}

/** Whether a value has no output and no promise in it, at any depth. */
export function isKnownNow(value: unknown): boolean {
  if (isLater(value)) return false;
  return typeof value !== "object" || value === null || Object.values(value).every(isKnownNow);
}

/**
 * Runs a function on a value even if a part of it is unknown. Unknown parts arrive as the sentinel of the engine's protocol, so
 * that the rest stays known.
 */
export function applyWithSentinels<T, U>(
  value: pulumi.Input<T>,
  run: (value: pulumi.Unwrap<T>) => U | Promise<U>,
): pulumi.Output<U> {
  const output = pulumi.output(value) as ApplyWithUnknowns<pulumi.Unwrap<T>>;
  return output.apply((resolved) => run(withSentinels(resolved) as pulumi.Unwrap<T>), true);
}

function withSentinels(value: unknown): unknown {
  if (pulumi.isUnknown(value)) return UNKNOWN;
  if (Array.isArray(value)) return value.map(withSentinels);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return mapValues({ ...value }, withSentinels);
}

/** Marks a value as secret, unless it is absent. */
export function secretIfGiven(value: unknown): pulumi.Output<unknown> | undefined {
  return value === undefined ? undefined : pulumi.secret(value);
}

/** An argument or its default. */
export function withDefault(
  value: pulumi.Input<boolean | undefined>,
  fallback: boolean,
): pulumi.Input<boolean> {
  return isLater(value) ? pulumi.output(value).apply((known) => known ?? fallback) : (value ?? fallback);
}

/** Defines an output of a resource that is made when it is first read. */
export function lazyOutput<T>(resource: pulumi.Resource, name: string, make: () => pulumi.Output<T>): void {
  let made: pulumi.Output<T> | undefined;
  const get = (): pulumi.Output<T> => (made ??= make());
  Object.defineProperty(resource, name, { get, enumerable: true, configurable: true });
}

/** The texts of all arguments that the program itself marks as secret. */
export function secretTexts(args: unknown): pulumi.Output<string[] | undefined> {
  const found = pulumi.all(secretLeaves(args)).apply((texts) => texts.flat());
  return pulumi.secret(found.apply((texts) => (texts.length === 0 ? undefined : texts)));
}

function knownTexts(value: unknown): string[] {
  return textsIn(value).filter((text) => !isUnknown(text));
}

function secretLeaves(value: unknown): pulumi.Output<string[]>[] {
  if (pulumi.Output.isInstance(value)) {
    const ifSecret = (secret: boolean): pulumi.Output<string[]> =>
      secret ? applyWithSentinels(value, knownTexts) : pulumi.output([]);
    return [pulumi.output(pulumi.isSecret(value)).apply(ifSecret)];
  }
  if (value instanceof Promise) {
    const later = pulumi.output(value.then((known) => pulumi.all(secretLeaves(known))));
    return [later.apply((texts) => texts.flat())];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(secretLeaves);
}

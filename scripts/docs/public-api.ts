/** The public names of the package, with the documentation that an editor shows for them. */

import { join } from "node:path";
import * as ts from "typescript";
import { repository } from "../../test/support/repository";

/** A class, an object type or a function that the package exports. */
export interface PublicName {
  readonly name: string;
  readonly kind: "class" | "function" | "object" | "other";
  readonly documentation: string;
  /** The text of the first block tag of each name. */
  readonly tags: ReadonlyMap<string, string>;
  /** The properties that this package declares, also those that it inherits. */
  readonly properties: readonly Property[];
  /** The static methods of a class. */
  readonly methods: readonly Documented[];
}

export interface Documented {
  readonly name: string;
  readonly documentation: string;
  /** Each block tag as its name and text. */
  readonly tags: readonly (readonly [name: string, text: string])[];
}

export interface Property extends Documented {
  readonly isOptional: boolean;
  /** The type as the source has it. */
  readonly declared: string;
  /** The file that declares it, relative to the repository. */
  readonly file: string;
  /** Where it comes from: the text of its tag `@see`, or of the interface that declares it. */
  readonly source: string | undefined;
}

/** Compiles files of the repository. `exportsOf` returns what one of them exports, in its order. */
export function compile(files: readonly string[]) {
  const pathOf = (file: string): string => join(repository, file);
  const program = ts.createProgram(files.map(pathOf), {
    strict: true,
    exactOptionalPropertyTypes: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    skipLibCheck: true,
    types: ["node"],
  });
  const checker = program.getTypeChecker();
  return {
    checker,
    exportsOf(file: string): ts.Symbol[] {
      const source = program.getSourceFile(pathOf(file));
      const symbol = source && checker.getSymbolAtLocation(source);
      if (symbol === undefined) throw new Error(`${file} has no exports`);
      return checker
        .getExportsOfModule(symbol)
        .map((each) => (each.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(each) : each));
    },
  };
}

/** Reads the public names of `src/index.ts`, in their order. */
export function readPublicApi(): PublicName[] {
  const entry = "src/index.ts";
  const compiled = compile([entry]);
  const { checker } = compiled;
  return compiled.exportsOf(entry).map((symbol) => {
    const { documentation, tags } = describe(symbol, checker);
    const kind = kindOf(symbol);
    return {
      name: symbol.name,
      kind,
      documentation,
      tags: new Map(tags.map(([name, text]) => [name, text])),
      properties: kind === "class" || kind === "object" ? propertiesOf(symbol, checker) : [],
      methods: [...(symbol.exports?.values() ?? [])]
        .filter(({ flags }) => flags & ts.SymbolFlags.Method)
        .map((method) => describe(method, checker)),
    };
  });
}

function kindOf({ flags, name }: ts.Symbol): PublicName["kind"] {
  if (flags & ts.SymbolFlags.Class) return "class";
  if (flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias)) return "object";
  return /^get[A-Z]/.test(name) ? "function" : "other";
}

function propertiesOf(owner: ts.Symbol, checker: ts.TypeChecker): Property[] {
  return checker
    .getDeclaredTypeOfSymbol(owner)
    .getProperties()
    .flatMap((symbol) => {
      const [declaration] = symbol.declarations ?? [];
      const file = declaration?.getSourceFile().fileName ?? "";
      if (!file.startsWith(join(repository, "src"))) return [];
      const declared =
        declaration !== undefined &&
        (ts.isPropertySignature(declaration) || ts.isPropertyDeclaration(declaration))
          ? (declaration.type?.getText() ?? "")
          : "";
      const isOptional = (symbol.flags & ts.SymbolFlags.Optional) !== 0;
      const described = describe(symbol, checker);
      const parent = declaration && checker.getSymbolAtLocation(nameOf(declaration.parent));
      const [source] = [described, ...(parent ? [describe(parent, checker)] : [])].flatMap(({ tags }) =>
        tags.filter(([name]) => name === "see").map(([, text]) => text),
      );
      return [{ ...described, isOptional, declared, file: file.slice(repository.length + 1), source }];
    });
}

/** The name of a class or an interface, by which the checker knows it. */
function nameOf(node: ts.Node): ts.Node {
  return (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) && node.name ? node.name : node;
}

/** The documentation of a name. Also finds what a class inherits from the arguments that it repeats as outputs. */
export function describe(symbol: ts.Symbol, checker: ts.TypeChecker): Documented {
  return {
    name: symbol.name,
    documentation: ts.displayPartsToString(symbol.getDocumentationComment(checker)),
    tags: symbol.getJsDocTags(checker).map(({ name, text }) => [name, ts.displayPartsToString(text)]),
  };
}

/** @module Input types that reach the handler unchanged, and output types as the client receives them. */

/** Values that a URL, a header or a form can carry as one string. */
type Scalar = string | number | bigint | boolean | Date;

/** A `File` or `Blob`, from whichever type library. */
type File = { readonly size: number; arrayBuffer(): Promise<ArrayBuffer> };

/** Values that `fetch` sends as is. */
type Bytes = ArrayBuffer | ArrayBufferView | File | ReadableStream | URLSearchParams | FormData;

/** Values that `JSON.stringify` omits, rejects, or writes as `{}`. */
type NotInJson =
  | symbol
  | ((...args: never) => unknown)
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>
  | Bytes;

type Text<Value> = unknown extends Value ? Value : Value extends Scalar | undefined ? Value : never;

/** A single string value, or an array of them. A string cannot express `null`. */
type Texts<Value> = unknown extends Value
  ? Value
  : Value extends readonly unknown[]
    ? { readonly [Index in keyof Value]: NonNullable<Text<Value[Index]>> }
    : Text<Value>;

/** Headers do not nest. */
export type InHeaders<Part> = unknown extends Part
  ? Part
  : Part extends object
    ? { readonly [Name in keyof Part]: Texts<Part[Name]> }
    : Part;

/** Params do not nest. A captured string may be passed as a number. */
export type InParams<Part> = unknown extends Part
  ? Part
  : Part extends object
    ? { readonly [Name in keyof Part]: string extends Part[Name] ? Part[Name] | number : Texts<Part[Name]> }
    : Part;

/** An object in a query is sent as `name[key]=value`. */
export type InQuery<Value> = unknown extends Value
  ? Value
  : Value extends Scalar | undefined
    ? Value
    : Value extends readonly unknown[]
      ? Texts<Value>
      : Value extends NotInJson
        ? never
        : Value extends object
          ? { readonly [Name in keyof Value]: InQuery<Value[Name]> }
          : never;

/** Whether a body has files. They are always at the top level, because a form is flat. */
export type IsForm<Body> = Body extends object
  ? Body extends Bytes
    ? false
    : true extends { [Name in keyof Body]-?: HasFile<Body[Name]> }[keyof Body]
      ? true
      : false
  : false;

type HasFile<Value> = unknown extends Value
  ? false
  : Value extends readonly (infer Item)[]
    ? IsFile<Item>
    : IsFile<Value>;

type IsFile<Value> = Value extends File ? true : false;

/** The fields and files of a form. */
export type InForm<Body> = Body extends object ? { readonly [Name in keyof Body]: Parts<Body[Name]> } : Body;

type Parts<Value> = unknown extends Value
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly NonNullable<PartOf<Item>>[]
    : PartOf<Value>;

/** The server parses every `Blob` as a `File`. */
type PartOf<Value> = Value extends File ? Value | Blob : Text<Value>;

/** A JSON body, or bytes. */
export type InJson<Body> = unknown extends Body ? Body : Body extends Bytes ? Body : JsonInput<Body>;

type JsonInput<Value> = unknown extends Value
  ? Value
  : Value extends Scalar | null | undefined
    ? Value
    : Value extends NotInJson
      ? never
      : Value extends readonly unknown[]
        ? { readonly [Index in keyof Value]: Exclude<JsonInput<Value[Index]>, undefined> }
        : Value extends object
          ? { readonly [Name in keyof Value]: JsonInput<Value[Name]> }
          : never;

/** A value after a round trip through JSON: a `Date` arrives as a string. Brands are kept. */
export type OfJson<Value> = unknown extends Value
  ? Value
  : Value extends string | number | boolean | null | undefined
    ? Value
    : Value extends bigint
      ? number
      : Value extends { toJSON(): infer Sent }
        ? Sent
        : Value extends ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>
          ? Record<string, never>
          : Value extends object
            ? { [Name in keyof Value]: OfJson<Value[Name]> }
            : Value;

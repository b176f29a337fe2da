// Types of columns that hold JSON: what is written as JSON is read as the same type.
declare const content: unique symbol;

/** A value as JSON. */
export type Json<Value> = string & { readonly [content]: Value };

declare global {
  interface JSON {
    parse<Value>(text: Json<Value>): Value;
    stringify<Value>(value: Value): Json<Value>;
  }
}

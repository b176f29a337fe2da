/** An object with these keys and a value for each. */
export const fromKeys = <const Key extends string, Value>(keys: readonly Key[], value: (key: Key) => Value) =>
  Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<Key, Value>;

/** The object with other values. */
export const mapValues = <T extends object, Value>(
  object: T,
  map: (value: Required<T>[keyof T], key: keyof T & string) => Value,
) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key as keyof T & string)])) as {
    [Key in keyof T]: Value;
  };

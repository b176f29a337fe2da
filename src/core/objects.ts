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

type Defined<T> = { [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name] } & {
  [Name in keyof T]?: Exclude<T[Name], undefined>;
};

/** The object without members that are undefined. */
export const withoutUndefined = <T extends object>(object: T) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Defined<T>;

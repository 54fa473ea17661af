import type { Field } from './field.ts';

/** The inverses of many elements, none zero, with one inversion of their product (Montgomery 1987). */
export function inverses<E>(field: Field<E>, elements: readonly E[]): E[] {
  const before: E[] = [];
  let product = field.one;
  for (const element of elements) {
    before.push(product);
    product = field.mul(product, element);
  }
  let inverse = elements.length === 0 ? field.one : field.inv(product);
  for (let i = elements.length - 1; i >= 0; i--) {
    before[i] = field.mul(before[i], inverse);
    inverse = field.mul(inverse, elements[i]);
  }
  return before;
}

export type { BodyFacts } from './body-error.ts';
export { BodyError } from './body-error.ts';
export type { BodyFormat, BodyMiddleware, BytesFormat, TextFormat } from './body-format.ts';
export type { BodyOptions, TextBodyOptions } from './body-options.ts';
export { createBodyParser } from './body-parser.ts';
export { rawBody } from './raw-body.ts';
export { textBody } from './text-body.ts';
export type { TypeOption } from './type-option.ts';

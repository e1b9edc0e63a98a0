export { compileSchema } from './compile-schema.ts';
export type { AjvSettings, CompileOptions, ResponseMode, UnknownKeys, ValidateOptions } from './options.ts';
export type { JsonSchemaTypes, StandardSchema, TypeBoxTypes } from './schema-types.ts';
export { validate } from './validate.ts';
export type { CompiledSchema, ValidationIssue, ValidationResult } from './validation-error.ts';
export { ValidationError } from './validation-error.ts';

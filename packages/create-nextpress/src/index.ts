export { createProject } from './create-project.ts';
export type { PackageManager } from './package-manager.ts';
export type { Language, ProjectOptions, TestRunner } from './project-options.ts';
export type { TemplateName } from './template.ts';

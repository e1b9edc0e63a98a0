export { createProject } from './create-project.ts';
export type { Language, PackageManager, ProjectOptions, TestRunner } from './project-options.ts';
export type { TemplateName } from './template.ts';

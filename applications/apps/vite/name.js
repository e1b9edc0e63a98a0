export const name = 'Nextpress';

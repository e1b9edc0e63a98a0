/**
 * Sends what the application prints to the standard error, because it must not be a part of the output. Returns a function that ends
 * this.
 */
export function printToStandardError(): () => void {
  const { stdout, stderr } = process;
  const write = stdout.write;
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  return () => {
    stdout.write = write;
  };
}

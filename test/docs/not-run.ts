/** Commands of the documentation that the tests cannot run, by a part of each; what is wrong with their syntax is still found. */
export const notRun: readonly { part: string; reason: string }[] = [
  { part: 'npm ci', reason: 'needs the registry for minutes; .ci/run begins with it' },
  { part: 'npm test', reason: 'runs these tests' },
  { part: 'docker compose', reason: 'needs a container engine; the workflow of CI builds and starts the container' },
  { part: '/opt/kalends', reason: 'changes the machine; test/package installs the same package in an empty folder' },
  { part: 'useradd', reason: 'changes the machine; packaging/debian/try.sh tries a service with a user of its own' },
  { part: 'claude mcp add', reason: 'a program of others; test/mcp sends what it sends' },
  { part: 'npm install /path/to/kalends-client', reason: 'names a folder of the reader; the tests install that file' },
  { part: 'sqlite3 ', reason: 'a program of others, which machines of tests need not have' },
  { part: 'rclone ', reason: 'a program of others, which needs a bucket' },
  { part: '/backup/', reason: 'names folders of a server' },
  {
    part: 'WEBHOOK_SECRET',
    reason: 'receivers run until they are stopped; test/webhooks verifies messages with the same library',
  },
];

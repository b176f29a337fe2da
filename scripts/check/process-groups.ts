import type { ChildProcess } from 'node:child_process';

/** Some programs do not end at SIGTERM, such as the compiler. */
const graceMs = 2000;

/**
 * Returns a function that notes a child, to be ended when this process is told to stop. As it was started with `detached`, it leads
 * a process group, and the processes that it has started end with it.
 */
export function createGroupEnder() {
  const groups = new Set<number>();
  const codes = { SIGINT: 130, SIGTERM: 143 } as const;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      end(groups, 'SIGTERM');
      // Blocks, as nothing else should go on without the children.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, graceMs);
      end(groups, 'SIGKILL');
      process.exit(codes[signal]);
    });
  return <T extends ChildProcess>(child: T): T => {
    if (child.pid !== undefined) groups.add(child.pid);
    return child;
  };
}

function end(groups: ReadonlySet<number>, signal: NodeJS.Signals): void {
  for (const leader of groups) {
    try {
      process.kill(-leader, signal);
    } catch {
      // The group has ended.
    }
  }
}

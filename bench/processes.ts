// Memory and processor time of processes, as the operating system counts them.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

interface Row {
  pid: number;
  parent: number;
  kilobytes: number;
}

/** A process and its descendants. */
function familyOf(root: number): Row[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' });
  const rows = table
    .trim()
    .split('\n')
    .map((line) => {
      const [pid, parent, kilobytes] = line.trim().split(/\s+/).map(Number) as [number, number, number];
      return { pid, parent, kilobytes };
    });
  const family = new Set([root]);
  for (let before = 0; before < family.size; ) {
    before = family.size;
    for (const { pid, parent } of rows) if (family.has(parent)) family.add(pid);
  }
  return rows.filter(({ pid }) => family.has(pid));
}

export const residentMegabytes = (root: number): number =>
  familyOf(root).reduce((sum, { kilobytes }) => sum + kilobytes, 0) / 1024;

/** Processor time in microseconds; only Linux measures it finely enough. */
export function processorTime(root: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  return familyOf(root).reduce((sum, { pid }) => sum + timeOf(pid), 0);
}

function timeOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce(
      (sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1000,
      0,
    );
  } catch {
    // The process has ended.
    return 0;
  }
}

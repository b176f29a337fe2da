#!/usr/bin/env node
// Starts Kalends: a checkout's TypeScript, or what an installed package has built of it. Plain JavaScript, so that any
// Node from 18 on reads it and can say what is missing.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';

const isCheckout = existsSync(new URL('../src/cli.ts', import.meta.url));
/** Node 22 asks for an option before it runs TypeScript. */
const needed = isCheckout ? '24' : '22.15';
/** The first releases of Node 22 and 23 that compress with Zstandard. */
const firstMinor = isCheckout ? {} : { 22: 15, 23: 8 };
const [major, minor] = process.versions.node.split('.').map(Number);
const file = process.platform === 'win32' ? 'node.exe' : 'node';
const pinned = fileURLToPath(new URL(`../node_modules/node/bin/${file}`, import.meta.url));

if (major >= 24 || minor >= firstMinor[major]) {
  // After idling V8 may take all that requests make for long-lived: fewer replies and twice the memory until the next start.
  v8.setFlagsFromString('--no-allocation-site-pretenuring');
  // Compiled code is kept beside the packages, where nobody else can put any: starting takes half the time.
  // It stays valid when the folder is moved or copied. Older versions of Node ignore this.
  process.env.NODE_COMPILE_CACHE_PORTABLE = '1';
  module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/kalends', import.meta.url)));
  await import(isCheckout ? '../src/cli.ts' : '../dist/cli.js');
} else if (existsSync(pinned)) {
  runWith(pinned);
} else {
  console.error(
    `kalends: needs Node ${needed} or newer, this is Node ${process.versions.node}. ${
      isCheckout
        ? 'Run "npm ci" in its folder, which installs one, or start it with a newer Node.'
        : 'Install a newer one.'
    }`,
  );
  process.exitCode = 1;
}

function runWith(node) {
  const limits = process.execArgv.filter((option) => option.startsWith('--max-'));
  const child = spawn(node, [...limits, fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`kalends: ${node} cannot be started: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exitCode = code ?? 1;
    else endBy(signal);
  });
}

/** Ends as the child did, so that the caller sees the signal. */
function endBy(signal) {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

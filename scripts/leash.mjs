// Preloaded by scripts/start.mjs into the server: when the launcher dies, even by kill -9, the server stops in its
// usual orderly way instead of living on unseen and refusing the next start.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();

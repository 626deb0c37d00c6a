"""Programs as functions: native code in memory or by a C compiler, batches, CasADi."""

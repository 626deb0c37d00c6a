/* The clock of every contestant: processor time of this thread, so that others do not count. */
#ifndef TIMING_H
#define TIMING_H

#include <time.h>

static inline double thread_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds of `repeats` passes over the states 0 ... `states` - 1; the last argument is a statement
 * that sees the number of the state as `i`. */
#define TIMED(repeats, states, ...)                       \
    do {                                                  \
        const double start = thread_seconds();            \
        for (long round = 0; round < (repeats); round++)  \
            for (long i = 0; i < (states); i++) {         \
                __VA_ARGS__;                              \
            }                                             \
        return thread_seconds() - start;                  \
    } while (0)

#endif

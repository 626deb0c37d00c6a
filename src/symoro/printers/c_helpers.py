"""The functions that the text of C brings along, where it needs them.

Each stands between guards: a source that includes the sources of several models has it once.

`SINES_COSINES` computes sines and cosines together, in a loop that compilers turn into vector
instructions: t is the whole number nearest to x / Pi, y = x - t Pi with Pi in three parts of which
the first two have 33 bits (so their products with t are exact), and with z = y^2

    sin x = (-1)^t (y + y z P(z)),    cos x = (-1)^t (1 - z/2 + z^2 Q(z)).

P and Q are Remez's polynomials for abs(y) <= 1.0005 Pi/2; their errors, 2e-19 and 6e-18, are far
below rounding.
"""

import re

SINES_COSINES_ERROR = 4e-16
"""The largest error of a sine or cosine, for angles up to 1e5."""


def _to_single(text: str) -> str:
    """Return a helper in single precision, under a name of its own."""
    text = text.replace("double", "float").replace("0.0", "0.0f")
    return re.sub(r"\b(fabs|sign|linear_solve)\(", r"\1f(", text)


def _include_once(name: str, text: str) -> str:
    """Return the helper of this name between its guards."""
    guard = f"SYMORO_{name}".upper()
    return f"#ifndef {guard}\n#define {guard}\n{text}#endif\n"


SIGN = """static double sign(double x)
{
    return (double)((x > 0.0) - (x < 0.0));
}
"""

SINES_COSINES = """/* Sines and cosines, wrong by less than 4e-16; large angles are left to libm. */
static inline void sines_cosines(int n, const double *x, double *s, double *c)
{
    double size = 0.0;
    for (int i = 0; i < n; i++) {
        size += fabs(x[i]);
    }
    if (!(size < 1.0e5)) {
        for (int i = 0; i < n; i++) {
            s[i] = sin(x[i]);
            c[i] = cos(x[i]);
        }
        return;
    }
    for (int i = 0; i < n; i++) {
        const int turns = (int)(x[i] * 0.3183098861837907 + (x[i] < 0.0 ? -0.5 : 0.5));
        const double t = (double)turns;
        const double y = ((x[i] - t * 3.1415926534682512) - t * 1.2154201012607932e-10)
                         - t * 4.044532497591901e-21;
        const double z = y * y;
        const double sign_t = (double)(1 - 2 * (turns & 1));
        s[i] = sign_t * (y + y * (z * (-0.16666666666666666 + z * (0.008333333333333113
               + z * (-0.00019841269841185458 + z * (2.75573192077062e-06
               + z * (-2.505210659955603e-08 + z * (1.6058927490838345e-10
               + z * (-7.642704115023752e-13 + z * 2.7184048739504226e-15)))))))));
        c[i] = sign_t * (1.0 - 0.5 * z + z * z * (0.041666666666665825
               + z * (-0.0013888888888829696 + z * (2.4801587285705153e-05
               + z * (-2.75573170599318e-07 + z * (2.087659210283679e-09
               + z * (-1.1463621364794494e-11 + z * 4.615974376424059e-14)))))));
    }
}
"""

SOLVE = """/* Replace B by X in n rows of [A | B], where A X = B; not finite if A is singular. */
static void linear_solve(int n, int width, double *rows)
{
    for (int c = 0; c < n; c++) {
        double *pivot = rows + c * width;
        double *best = pivot;
        for (int r = c + 1; r < n; r++) {
            double *row = rows + r * width;
            if (fabs(row[c]) > fabs(best[c])) {
                best = row;
            }
        }
        for (int k = c; k < width; k++) {
            const double kept = pivot[k];
            pivot[k] = best[k];
            best[k] = kept;
        }
        for (int r = c + 1; r < n; r++) {
            double *row = rows + r * width;
            const double factor = row[c] / pivot[c];
            for (int k = c + 1; k < width; k++) {
                row[k] -= factor * pivot[k];
            }
        }
    }
    for (int r = n - 1; r >= 0; r--) {
        double *row = rows + r * width;
        for (int k = n; k < width; k++) {
            for (int c = r + 1; c < n; c++) {
                row[k] -= row[c] * rows[c * width + k];
            }
            row[k] /= row[r];
        }
    }
}
"""

HELPERS = {
    "sign": _include_once("sign", SIGN),
    "sines_cosines": _include_once("sines_cosines", SINES_COSINES),
    "solve": _include_once("linear_solve", SOLVE),
}
"""The helpers, by the functions and statements that call them."""

SINGLE_HELPERS = {
    "sign": _include_once("signf", _to_single(SIGN)),
    "solve": _include_once("linear_solvef", _to_single(SOLVE)),
}

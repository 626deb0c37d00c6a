"""The functions that the text of C++ brings along, where it needs them."""

SIGN = """template <typename T>
T sign(const T &x)
{
    return x > T(0.0) ? T(1.0) : x < T(0.0) ? T(-1.0) : T(0.0);
}"""

SOLVE = """// Replace B by X in n rows of [A | B], where A X = B; not finite if A is singular.
template <typename T>
void linear_solve(int n, int width, T *rows)
{
    using std::abs;
    for (int c = 0; c < n; c++) {
        T *pivot = rows + c * width;
        T *best = pivot;
        for (int r = c + 1; r < n; r++) {
            T *row = rows + r * width;
            if (abs(row[c]) > abs(best[c])) {
                best = row;
            }
        }
        for (int k = c; k < width; k++) {
            const T kept = pivot[k];
            pivot[k] = best[k];
            best[k] = kept;
        }
        for (int r = c + 1; r < n; r++) {
            T *row = rows + r * width;
            const T factor = row[c] / pivot[c];
            for (int k = c + 1; k < width; k++) {
                row[k] -= factor * pivot[k];
            }
        }
    }
    for (int r = n - 1; r >= 0; r--) {
        T *row = rows + r * width;
        for (int k = n; k < width; k++) {
            for (int c = r + 1; c < n; c++) {
                row[k] -= row[c] * rows[c * width + k];
            }
            row[k] /= row[r];
        }
    }
}"""

PRINT = """template <std::size_t N>
void print(const char *name, const std::array<double, N> &values, std::size_t columns)
{
    std::cout << name << std::setprecision(15);
    for (std::size_t i = 0; i < N; i++) {
        std::cout << (i % columns == 0 ? "\\n " : " ") << values[i];
    }
    std::cout << '\\n';
}
"""

"""The functions that the text of C++ brings along, where it needs them."""

from symoro.printers import c_helpers

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
""" + c_helpers.SOLVE.partition("{\n")[2].rstrip().replace("double", "T").replace("fabs", "abs")

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

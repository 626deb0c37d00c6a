// Pinocchio's algorithms, from its headers, behind functions that the timer calls.
//
// `open_model` reads a robot: the number of joints and gravity; then for each joint its kind (R or
// P, about or along z), the number of the joint before it (0 for the base), rotation (row by row) and position of its frame in the one before, mass,
// centre of mass, and inertia about the centre of mass (xx xy xz yy yz zz). Each algorithm runs over
// states, rows of q, v and a, and returns the seconds it took; where `out` is not null the results
// are written there, row by row.
#include <pinocchio/multibody.hpp>
#include <pinocchio/multibody/joint.hpp>

#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <pinocchio/algorithm/rnea.hpp>

#include <fstream>
#include <memory>
#include <string>

#include "timing.h"

using namespace pinocchio;

namespace {

struct Robot {
    Model model;
    std::unique_ptr<Data> data;
    Eigen::MatrixXd by_q, by_v, by_a;
};

typedef Eigen::Map<const Eigen::VectorXd> State;
typedef Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> Rows;

void keep(const Eigen::MatrixXd &matrix, double *out)
{
    Eigen::Map<Rows>(out, matrix.rows(), matrix.cols()) = matrix;
}

void keep_symmetric(const Eigen::MatrixXd &upper, double *out)
{
    Eigen::Map<Rows>(out, upper.rows(), upper.cols()) = upper.selfadjointView<Eigen::Upper>();
}

}  // namespace

#define PEER extern "C" __attribute__((visibility("default")))
#define STATES void *robot, long repeats, long states, const double *q, const double *v, \
               const double *a, double *out
#define ROBOT                                              \
    Robot &r = *static_cast<Robot *>(robot);               \
    const Model &m = r.model;                              \
    Data &d = *r.data;                                     \
    const int n = m.nv;                                    \
    (void)v;                                               \
    (void)a

PEER void *open_model(const char *path)
{
    std::ifstream file(path);
    Robot *r = new Robot;
    int n;
    Eigen::Vector3d gravity;
    file >> n >> gravity[0] >> gravity[1] >> gravity[2];
    r->model.gravity.linear() = gravity;
    for (int j = 0; j < n; j++) {
        char kind;
        JointIndex parent;
        double x[22];
        file >> kind >> parent;
        for (double &each : x) file >> each;
        Eigen::Matrix3d R, I;
        R << x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8];
        I << x[16], x[17], x[18], x[17], x[19], x[20], x[18], x[20], x[21];
        const SE3 place(R, Eigen::Vector3d(x[9], x[10], x[11]));
        const std::string name = "j" + std::to_string(j + 1);
        const JointIndex joint = kind == 'R' ? r->model.addJoint(parent, JointModelRZ(), place, name)
                                             : r->model.addJoint(parent, JointModelPZ(), place, name);
        const Inertia body(x[12], Eigen::Vector3d(x[13], x[14], x[15]), I);
        r->model.appendBodyToJoint(joint, body, SE3::Identity());
    }
    if (!file) {
        delete r;
        return nullptr;
    }
    r->data.reset(new Data(r->model));
    r->by_q = r->by_v = r->by_a = Eigen::MatrixXd::Zero(n, n);
    return r;
}

PEER double inverse_dynamics(STATES)
{
    ROBOT;
    TIMED(repeats, states, {
        rnea(m, d, State(q + i * n, n), State(v + i * n, n), State(a + i * n, n));
        if (out) Eigen::Map<Eigen::VectorXd>(out + i * n, n) = d.tau;
    });
}

PEER double inertia_local(STATES)
{
    ROBOT;
    TIMED(repeats, states, {
        crba(m, d, State(q + i * n, n), Convention::LOCAL);
        if (out) keep_symmetric(d.M, out + i * n * n);
    });
}

PEER double inertia_world(STATES)
{
    ROBOT;
    TIMED(repeats, states, {
        crba(m, d, State(q + i * n, n), Convention::WORLD);
        if (out) keep_symmetric(d.M, out + i * n * n);
    });
}

PEER double direct_local(STATES)
{
    ROBOT;
    TIMED(repeats, states, {
        aba(m, d, State(q + i * n, n), State(v + i * n, n), State(a + i * n, n), Convention::LOCAL);
        if (out) Eigen::Map<Eigen::VectorXd>(out + i * n, n) = d.ddq;
    });
}

PEER double direct_world(STATES)
{
    ROBOT;
    TIMED(repeats, states, {
        aba(m, d, State(q + i * n, n), State(v + i * n, n), State(a + i * n, n), Convention::WORLD);
        if (out) Eigen::Map<Eigen::VectorXd>(out + i * n, n) = d.ddq;
    });
}

PEER double derivatives(STATES)
{
    ROBOT;
    TIMED(repeats, states, {
        computeRNEADerivatives(m, d, State(q + i * n, n), State(v + i * n, n), State(a + i * n, n),
                               r.by_q, r.by_v, r.by_a);
        if (out) {
            double *row = out + 3 * i * n * n;
            keep(r.by_q, row);
            keep(r.by_v, row + n * n);
            keep_symmetric(r.by_a, row + 2 * n * n);
        }
    });
}

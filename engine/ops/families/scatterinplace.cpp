// SPDX-License-Identifier: Apache-2.0
// Scatter operators that write: by coordinates (ScatterNdAdd), by rows of the first axis (ScatterAdd), along an axis.
#include "engine/ops/kernels/overwrite.h"
#include "engine/ops/opdef.h"
#include "engine/ops/rules/indexrules.h"
#include "engine/ops/rules/movementrules.h"
#include "engine/ops/rules/scatterrules.h"

#include "engine/base/text.h"

namespace jitscope::inline ops {

namespace {

struct InPlaceDef {
    const char *coordinates, *coordinatesFunction, *rows, *rowsFunction, *meaning, *numpy;
};

const InPlaceDef &inPlaceDef(ScatterOp op) {
    static const InPlaceDef defs[] = {
        {"ScatterNdUpdate", "scatter_nd_update", "ScatterUpdate", "scatter_update", "replaced by",
         "x.__setitem__(i, a[2])"},
        {"ScatterNdAdd", "scatter_nd_add", "ScatterAdd", "scatter_add", "added", "np.add.at(x, i, a[2])"},
        {"ScatterNdSub", "scatter_nd_sub", "ScatterSub", "scatter_sub", "subtracted", "np.subtract.at(x, i, a[2])"},
        {"ScatterNdMul", "scatter_nd_mul", "ScatterMul", "scatter_mul", "multiplied by", "np.multiply.at(x, i, a[2])"},
        {"ScatterNdDiv", "scatter_nd_div", "ScatterDiv", "scatter_div", "divided by", "np.divide.at(x, i, a[2])"},
        {"ScatterNdMax", "scatter_nd_max", "ScatterMax", "scatter_max", "at least", "np.maximum.at(x, i, a[2])"},
        {"ScatterNdMin", "scatter_nd_min", "ScatterMin", "scatter_min", "at most", "np.minimum.at(x, i, a[2])"},
    };
    return defs[size_t(op)];
}

/** Writes to the target itself where it is packed and no update lies in it. */
Tensor scatteredInPlace(Tensor target, const Places &places, const Tensor &updates, ScatterOp op) {
    if (target.isContiguous() && updates.storage() != target.storage()) {
        target.storage()->beforeWrite();
        scatterInto(target, places, updates, op);
        return target;
    }
    Tensor changed = target.clone();
    scatterInto(changed, places, updates, op);
    return overwrite(target, changed);
}

// --- by coordinates --------------------------------------------------------------------------------------------------

template<ScatterOp op> Abstract coordinatesRule(TypeSpan arguments) {
    return coordinateScatterType(inPlaceDef(op).coordinates, arguments);
}

template<ScatterOp op> Value coordinatesEval(ValueSpan arguments) {
    const Abstract result = inferred(coordinatesRule<op>, arguments);
    const Tensor indices = checkedCoordinates(inPlaceDef(op).coordinates, *arguments[1].asTensor(), result.shape);
    return scatteredInPlace(*arguments[0].asTensor(), coordinatePlaces(result.shape, indices), *arguments[2].asTensor(),
                            op);
}

Samples coordinatesSamples() {
    const Tensor x = sampleValues({3, 4}, -1, 1);
    return {{x, integers({2, 2}, {0, 3, 1, 2}), sampleValues({2}, 1, 2), false},
            {x, integers({2, 1}, {2, 0}), sampleValues({2, 4}, -2, 2), true}};
}

template<ScatterOp op> OpDef coordinates() {
    const InPlaceDef &names = inPlaceDef(op);
    OpDef def = movement(names.coordinates, names.coordinatesFunction, {},
                         std::string("input_x after updates were ") + names.meaning +
                             " in place at the coordinates in the last axis of indices; one dtype, any.",
                         std::string("(lambda x, i: (") + names.numpy +
                             ", x)[1])(a[0].copy(), tuple(np.moveaxis(a[1], -1, 0)))");
    def.params = {tensorParam("input_x", {"input"}), tensorParam("indices"), tensorParam("updates"),
                  optionalParam("use_locking", ParamKind::Bool, false)};
    def.infer = inferBy<coordinatesRule<op>>;
    def.eval = coordinatesEval<op>;
    def.cost = copyCost;
    def.samples = coordinatesSamples;
    def.effect = Effect::Writes;
    def.written = {0};
    def.functional = tensorScatterName(op);
    return def;
}

// --- by rows ---------------------------------------------------------------------------------------------------------

template<ScatterOp op> Abstract rowsRule(TypeSpan arguments) {
    return rowScatterType(inPlaceDef(op).rows, arguments);
}

template<ScatterOp op> Value rowsEval(ValueSpan arguments) {
    const Abstract result = inferred(rowsRule<op>, arguments);
    const Tensor indices =
        checkedIndices(inPlaceDef(op).rows, "indices", *arguments[1].asTensor(), result.shape[0], Negative::IsRefused);
    return scatteredInPlace(*arguments[0].asTensor(), axisPlaces(result.shape, 0, indices), *arguments[2].asTensor(),
                            op);
}

Samples rowsSamples() {
    return {{sampleValues({3, 2}, -1, 1), integers({2}, {2, 0}), sampleValues({2, 2}, 1, 2)},
            {sampleValues({4}, -1, 1), integers({2, 2}, {0, 2, 1, 3}), sampleValues({2, 2}, -2, 2)}};
}

template<ScatterOp op> OpDef rows() {
    const InPlaceDef &names = inPlaceDef(op);
    OpDef def = movement(names.rows, names.rowsFunction, {},
                         std::string("input_x after rows of updates were ") + names.meaning +
                             " in place at the indices of the first axis; one dtype, any.",
                         std::string("(lambda x, i: (") + names.numpy + ", x)[1])(a[0].copy(), a[1])");
    def.params = {tensorParam("input_x", {"input"}), tensorParam("indices"), tensorParam("updates")};
    def.infer = inferBy<rowsRule<op>>;
    def.eval = rowsEval<op>;
    def.cost = copyCost;
    def.samples = rowsSamples;
    def.effect = Effect::Writes;
    def.written = {0};
    def.functional = rowScatterName(op);
    return def;
}

// --- along an axis ---------------------------------------------------------------------------------------------------

/** A record that writes what the functional operator of the same parameters gives. */
template<auto functional> Result<Abstract> inferFunctional(TypeSpan arguments) {
    return findOp(functional())->infer(arguments);
}

template<auto functional> Value evalFunctional(ValueSpan arguments) {
    return overwrite(*arguments[0].asTensor(), *findOp(functional())->eval(arguments).asTensor());
}

constexpr const char *indexAddName() {
    return "IndexAdd";
}
constexpr const char *indexFillName() {
    return "IndexFill";
}
constexpr const char *scatterElementsName() {
    return "TensorScatterElements";
}

template<auto functional> OpDef alongAxis(const char *name, std::vector<std::string> methods, const char *doc) {
    OpDef def = movement(name, "", std::move(methods), doc, "");
    def.effect = Effect::Writes;
    def.written = {0};
    def.functional = functional();
    def.infer = inferFunctional<functional>;
    def.eval = evalFunctional<functional>;
    def.cost = copyCost;
    return def;
}

Samples indexAddSamples() {
    return {{sampleValues({3, 4}, -1, 1), integers({2}, {2, 2}), sampleValues({2, 4}, 1, 2), 0},
            {sampleValues({3, 4}, -1, 1), integers({3}, {0, 3, 1}), sampleValues({3, 3}, 1, 2), 1}};
}

OpDef inplaceIndexAdd() {
    OpDef def = alongAxis<indexAddName>("InplaceIndexAdd", {},
                                        "var after the slices of updates were added at the indices of one axis.");
    def.function = "inplace_index_add";
    def.params = {tensorParam("var"), tensorParam("indices"), tensorParam("updates"),
                  optionalParam("axis", ParamKind::Int, 0)};
    def.samples = indexAddSamples;
    def.numpy = "(lambda x: (np.add.at(x, (slice(None),) * a[3] + (a[1],), a[2]), x)[1])(a[0].copy())";
    return def;
}

Samples indexFillSamples() {
    return {{sampleValues({3, 4}, -1, 1), 0, integers({2}, {2, 0}), 2.5},
            {sampleValues({3, 4}, -1, 1), -1, integers({1}, {-2}), sampleValues({}, 2, 3)}};
}

OpDef inplaceIndexFill() {
    OpDef def = alongAxis<indexFillName>("InplaceIndexFill", {"index_fill_"},
                                         "input after value was written at the indices of one axis; any dtype.");
    def.params = {tensorParam("input"), param("dim", ParamKind::Int, {"axis"}), tensorParam("index"),
                  operandParam("value")};
    def.samples = indexFillSamples;
    def.numpy = "(lambda x: (np.moveaxis(x, a[1], 0).__setitem__(a[2], a[3]), x)[1])(a[0].copy())";
    return def;
}

Samples scatterSamples() {
    const Tensor x = sampleValues({3, 4}, -1, 1);
    return {{x, integers({1, 2}, {0, 2}), sampleValues({1, 2}, 1, 2), 0, "none"},
            {x, integers({2, 3}, {0, 3, -2, 1, 1, 0}), sampleValues({2, 3}, 1, 2), 1, "add"}};
}

OpDef inplaceScatterElements() {
    OpDef def = alongAxis<scatterElementsName>("InplaceScatterElements", {},
                                               "input_x after the elements of updates were stored or added where the "
                                               "coordinate along axis is the index; one dtype, any.");
    def.params = {tensorParam("input_x"), tensorParam("indices"), tensorParam("updates"),
                  optionalParam("axis", ParamKind::Int, 0), optionalParam("reduction", ParamKind::Text, "none")};
    def.samples = scatterSamples;
    def.numpy = "(lambda x, n: ((np.add.at(x, n, a[2]) if a[4] == 'add' else x.__setitem__(n, a[2])), x)[1])"
                "(a[0].copy(), tuple(a[1] if k == a[3] else g for k, g in enumerate(np.indices(a[1].shape))))";
    return def;
}

template<ScatterOp op> void addInPlace(std::vector<OpDef> &ops) {
    ops.push_back(coordinates<op>());
    ops.push_back(rows<op>());
}

} // namespace

std::vector<OpDef> scatterInPlaceOps() {
    std::vector<OpDef> ops;
    addInPlace<ScatterOp::Update>(ops);
    addInPlace<ScatterOp::Add>(ops);
    addInPlace<ScatterOp::Sub>(ops);
    addInPlace<ScatterOp::Mul>(ops);
    addInPlace<ScatterOp::Div>(ops);
    addInPlace<ScatterOp::Max>(ops);
    addInPlace<ScatterOp::Min>(ops);
    ops.push_back(inplaceIndexAdd());
    ops.push_back(inplaceIndexFill());
    ops.push_back(inplaceScatterElements());
    return ops;
}

} // namespace jitscope::inline ops

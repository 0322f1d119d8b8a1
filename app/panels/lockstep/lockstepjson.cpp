// SPDX-License-Identifier: GPL-3.0-or-later
// Field by field; what is missing keeps its default.
#include "app/panels/lockstep/lockstepjson.h"

#include "engine/session/session.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>
#include <limits>

namespace jitscope {
inline namespace locksteppanel {

namespace {

std::string textOf(const QJsonObject &object, const char *name) {
    return object[QLatin1String(name)].toString().toStdString();
}

/** NaN and infinities stand as text. */
double numberOf(const QJsonObject &object, const char *name) {
    const QJsonValue value = object[QLatin1String(name)];
    if (!value.isString()) return value.toDouble();
    const QString text = value.toString();
    if (text == QLatin1String("nan")) return std::nan("");
    const double infinity = std::numeric_limits<double>::infinity();
    return text.startsWith(QLatin1Char('-')) ? -infinity : infinity;
}

int64_t wholeOf(const QJsonObject &object, const char *name, int64_t missing = -1) {
    return object[QLatin1String(name)].toInteger(missing);
}

NodeId nodeOf(const QJsonObject &object, const char *name) {
    const int64_t id = wholeOf(object, name);
    return id < 0 ? NodeId() : NodeId{id};
}

ValueDifference differenceOf(const QJsonObject &object) {
    ValueDifference difference;
    difference.structure = textOf(object, "structure");
    difference.maxAbsolute = numberOf(object, "max_absolute");
    difference.rounding = numberOf(object, "rounding");
    difference.magnitude = numberOf(object, "magnitude");
    difference.item = int(wholeOf(object, "item"));
    difference.worst = wholeOf(object, "element");
    difference.expected = numberOf(object, "expected");
    difference.actual = numberOf(object, "actual");
    difference.isSmallFloat = object[QLatin1String("small_float")].toBool();
    return difference;
}

LockstepCause causeOf(const QJsonObject &object) {
    LockstepCause cause;
    const std::string where = textOf(object, "where");
    using Where = LockstepCause::Where;
    cause.where = where == "capture" ? Where::Capture : where == "codegen" ? Where::Codegen : Where::Pass;
    cause.pass = int(wholeOf(object, "pass"));
    cause.passName = textOf(object, "pass_name");
    cause.node = nodeOf(object, "node");
    cause.nodeText = textOf(object, "node_text");
    cause.rule = textOf(object, "rule");
    cause.difference = differenceOf(object[QLatin1String("difference")].toObject());
    return cause;
}

LockstepRow::Kind kindOf(const std::string &text) {
    using Kind = LockstepRow::Kind;
    constexpr std::pair<const char *, Kind> kinds[] = {
        {"eager", Kind::EagerOnly}, {"graph", Kind::GraphOnly}, {"result", Kind::Result}, {"weight", Kind::Weight}};
    for (const auto &[name, kind] : kinds)
        if (text == name) return kind;
    return Kind::Pair;
}

LockstepRow rowOf(const QJsonObject &object) {
    LockstepRow row;
    row.kind = kindOf(textOf(object, "kind"));
    row.eagerStep = wholeOf(object, "step");
    row.eagerTensor = wholeOf(object, "tensor");
    row.primitive = textOf(object, "primitive");
    row.eagerType = textOf(object, "type");
    row.captured = nodeOf(object, "captured");
    row.node = nodeOf(object, "node");
    row.nodeName = textOf(object, "node_name");
    row.nodePrimitive = textOf(object, "node_primitive");
    row.nodeType = textOf(object, "node_type");
    row.nodeTensor = wholeOf(object, "node_tensor");
    row.kernel = textOf(object, "kernel");
    row.round = int(wholeOf(object, "round", 0));
    row.isCompiled = object[QLatin1String("compiled")].toBool();
    row.reason = textOf(object, "reason");
    row.difference = differenceOf(object[QLatin1String("difference")].toObject());
    for (const QJsonValue &cause : object[QLatin1String("causes")].toArray())
        row.causes.push_back(causeOf(cause.toObject()));
    return row;
}

} // namespace

Result<LockstepRun> lockstepFromJson(const std::string &text) {
    QJsonParseError failure;
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(text), &failure);
    if (!document.isObject()) return Error{"This is no lock step: " + failure.errorString().toStdString() + "."};
    const QJsonObject object = document.object();
    LockstepRun run;
    run.compilation = int(wholeOf(object, "compilation"));
    run.function = textOf(object, "function");
    run.key = textOf(object, "key");
    run.modulesRun = int(wholeOf(object, "modules_run", 0));
    run.note = textOf(object, "note");
    for (const QJsonValue &row : object[QLatin1String("rows")].toArray())
        run.rows.push_back(rowOf(row.toObject()));
    return run;
}

} // namespace locksteppanel
} // namespace jitscope

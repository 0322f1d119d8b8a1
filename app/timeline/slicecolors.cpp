// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/slicecolors.h"

#include "app/sdk/settings.h"
#include "engine/ops/opdef.h"

#include <QCoreApplication>
#include <QMap>
#include <algorithm>
#include <iterator>

namespace jitscope {
inline namespace timeline {

namespace {

/** Places in sliceRoles(). */
enum Role : uint8_t { MatMul, ElementWise, Normalisation, Reduction, Parameter, Movement, Fused, Changed };
constexpr size_t hashed = 6; ///< the first of them are given by name

Role roleOf(OpCategory category) {
    switch (category) {
    case OpCategory::MatMul:
        return MatMul;
    case OpCategory::ElementWise:
        return ElementWise;
    case OpCategory::Normalisation:
        return Normalisation;
    case OpCategory::Reduction:
        return Reduction;
    case OpCategory::Creation:
        return Parameter;
    default:
        return Movement;
    }
}

/** What our own recorder writes. */
struct CategoryRole {
    std::string_view category;
    Role role;
};
constexpr CategoryRole categoryRoles[] = {
    {"capture", MatMul},       {"passes", Reduction},     {"pass", Reduction},        {"codegen", Fused},
    {"llvm", Fused},           {"plan", ElementWise},     {"kernel", Fused},          {"graph", ElementWise},
    {"python", Movement},      {"launch", Normalisation}, {"communication", Changed}, {"compile", Movement},
    {"pass stage", Reduction}, {"cycle", Normalisation},  {"front end", Movement},    {"captured line", MatMul},
    {"inference", ElementWise}};

/** The stages of a compile by name; every other stage is the making of a kernel. */
constexpr CategoryRole stageRoles[] = {{"capture", MatMul},      {"verify", Normalisation}, {"passes", Reduction},
                                       {"check", Normalisation}, {"codegen", Parameter},    {"plan", ElementWise},
                                       {"loops", ElementWise},   {"cache", Normalisation},  {"LLVM", MatMul},
                                       {"link", Movement}};

/** Numbers do not count: "Conv2D_12" looks like "Conv2D_13". */
size_t hashOf(std::string_view name) {
    size_t hash = 0;
    for (const char c : name)
        if (c < '0' || c > '9') hash = hash * 31 + static_cast<unsigned char>(c);
    return hash ^ (hash >> 17);
}

const QString colourGroup = QStringLiteral("timeline/colours");

QMap<QString, QString> allChosen() {
    QMap<QString, QString> chosen;
    QSettings &settings = settingsFile();
    const QVariantMap map = settings.value(colourGroup).toMap();
    for (auto it = map.begin(); it != map.end(); ++it)
        chosen.insert(it.key(), it.value().toString());
    return chosen;
}

} // namespace

const std::vector<SliceRole> &sliceRoles() {
    static const std::vector<SliceRole> roles = {
        {"matmul", QT_TRANSLATE_NOOP("Timeline", "Blue"), &Theme::matmul},
        {"elementwise", QT_TRANSLATE_NOOP("Timeline", "Teal"), &Theme::elementWise},
        {"normalisation", QT_TRANSLATE_NOOP("Timeline", "Green"), &Theme::normalisation},
        {"reduction", QT_TRANSLATE_NOOP("Timeline", "Orange"), &Theme::reduction},
        {"parameter", QT_TRANSLATE_NOOP("Timeline", "Violet"), &Theme::parameter},
        {"movement", QT_TRANSLATE_NOOP("Timeline", "Grey"), &Theme::dataMovement},
        {"fused", QT_TRANSLATE_NOOP("Timeline", "Purple"), &Theme::fused},
        {"changed", QT_TRANSLATE_NOOP("Timeline", "Amber"), &Theme::changed},
        {"error", QT_TRANSLATE_NOOP("Timeline", "Red"), &Theme::error},
    };
    return roles;
}

std::vector<uint8_t> rolesOfNames(const Trace &trace, size_t first) {
    const std::vector<std::string> &names = trace.texts().all();
    std::vector<uint8_t> roles;
    roles.reserve(names.size() - std::min(first, names.size()));
    for (size_t i = first; i < names.size(); ++i) {
        const OpDef *op = findOp(names[i]);
        roles.push_back(op ? uint8_t(roleOf(op->category)) : uint8_t(hashOf(names[i]) % hashed));
    }
    return roles;
}

const uint8_t SliceColors::m_stageOfKernels = Fused;

void SliceColors::setTrace(const Trace *trace) {
    m_trace = trace;
    m_names.clear();
    m_isChosen.clear();
    m_categories.clear();
    m_stages.clear();
    m_stage = {};
    refresh();
}

void SliceColors::extend() {
    if (m_trace == nullptr || m_names.size() == m_trace->texts().all().size()) return;
    const std::vector<uint8_t> added = rolesOfNames(*m_trace, m_names.size());
    m_names.insert(m_names.end(), added.begin(), added.end());
    applyChosen();
}

void SliceColors::setRoles(std::vector<uint8_t> roles) {
    m_names = std::move(roles);
    applyChosen();
}

void SliceColors::applyChosen() {
    if (m_trace == nullptr) return;
    m_isChosen.assign(m_names.size(), false);
    const QMap<QString, QString> chosen = allChosen();
    for (auto it = chosen.begin(); it != chosen.end(); ++it) {
        const TextId name = m_trace->texts().find(it.key().toStdString());
        if (!name.valid() || size_t(name.value) >= m_names.size()) continue;
        for (size_t role = 0; role < sliceRoles().size(); ++role)
            if (it.value() == QLatin1String(sliceRoles()[role].id)) {
                m_names[size_t(name.value)] = uint8_t(role);
                m_isChosen[size_t(name.value)] = true;
            }
    }
    m_categories.assign(m_trace->texts().all().size(), -1);
    m_stage = m_trace->texts().find("stage");
    m_stages.assign(m_trace->texts().all().size(), Fused);
    for (const CategoryRole &each : stageRoles)
        if (const TextId name = m_trace->texts().find(each.category); name.valid())
            m_stages[size_t(name.value)] = each.role;
    for (const CategoryRole &each : categoryRoles)
        if (const TextId category = m_trace->texts().find(each.category); category.valid())
            m_categories[size_t(category.value)] = int8_t(each.role);
}

void SliceColors::refresh() {
    const Theme &theme = currentTheme();
    m_colours.clear();
    for (const SliceRole &role : sliceRoles())
        m_colours.push_back((theme.*role.colour).rgb());
    m_communication = theme.changed.rgb();
    applyChosen();
}

SliceColors::Overlap SliceColors::overlap(TextId name) const {
    const Theme &theme = currentTheme();
    const std::string &text = m_trace->texts().text(name);
    if (text == "Computing") return {theme.matmul.rgb(), 0};
    if (text == "Communication") return {theme.changed.rgb(), 0};
    if (text.rfind("Communication(", 0) == 0) return {theme.reduction.rgb(), 4};
    if (text == "Free") return {theme.track.rgb(), 9};
    return {colour(name, TextId(), LaneKind::Other), 0};
}

QString chosenRole(const QString &name) {
    return settingsFile().value(colourGroup).toMap().value(name).toString();
}

void chooseRole(const QString &name, const QString &roleId) {
    QVariantMap map = settingsFile().value(colourGroup).toMap();
    if (roleId.isEmpty())
        map.remove(name);
    else
        map.insert(name, roleId);
    settingsFile().setValue(colourGroup, map);
}

} // namespace timeline
} // namespace jitscope

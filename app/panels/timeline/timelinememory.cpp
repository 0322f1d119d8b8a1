// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/timeline/timelinememory.h"

#include "app/sdk/settings.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>

namespace jitscope {
inline namespace timelinepanel {

namespace {

constexpr int mostTraces = 50;
constexpr size_t mostMarkers = 10000; ///< of a session file
constexpr int64_t farthestNs = 4'000'000'000'000'000'000, farthestShiftNs = 1'000'000'000'000'000'000;
const QString markersKey = QStringLiteral("markers"), shiftsKey = QStringLiteral("shifts");
const QString settingsKey = QStringLiteral("timeline/traces");

template<class Texts> QJsonArray arrayOf(const Texts &texts) {
    QJsonArray array;
    for (const QString &text : texts)
        array.append(text);
    return array;
}

std::vector<QString> textsOf(const QJsonValue &array) {
    std::vector<QString> texts;
    for (const QJsonValue &text : array.toArray())
        texts.push_back(text.toString());
    return texts;
}

std::set<QString> setOf(const QJsonValue &array) {
    const std::vector<QString> texts = textsOf(array);
    return {texts.begin(), texts.end()};
}

QJsonArray rememberedTraces() {
    return QJsonDocument::fromJson(settingsFile().value(settingsKey).toString().toUtf8()).array();
}

} // namespace

QJsonObject toJson(const TimelineState &state) {
    const LaneChoices &choices = state.choices;
    QJsonArray markers, shifts;
    for (const TimelineMarker &marker : state.markers)
        markers.append(QJsonArray{marker.name, qint64(marker.beginNs), qint64(marker.endNs)});
    for (const auto &[rank, ns] : state.shifts)
        shifts.append(QJsonArray{rank, qint64(ns)});
    return {{QStringLiteral("hidden"), arrayOf(choices.hidden)},
            {QStringLiteral("folded"), arrayOf(choices.folded)},
            {QStringLiteral("merged"), arrayOf(choices.merged)},
            {QStringLiteral("tall"), arrayOf(choices.tall)},
            {QStringLiteral("pinned"), arrayOf(choices.pinned)},
            {QStringLiteral("order"), arrayOf(choices.order)},
            {QStringLiteral("grouping"), int(choices.grouping)},
            {QStringLiteral("height"), int(choices.height)},
            {QStringLiteral("hidesStack"), choices.hidesStack},
            {markersKey, markers},
            {shiftsKey, shifts}};
}

TimelineState timelineStateFromJson(const QJsonObject &json) {
    TimelineState state;
    LaneChoices &choices = state.choices;
    choices.hidden = setOf(json[QStringLiteral("hidden")]);
    choices.folded = setOf(json[QStringLiteral("folded")]);
    choices.merged = setOf(json[QStringLiteral("merged")]);
    choices.tall = setOf(json[QStringLiteral("tall")]);
    choices.pinned = textsOf(json[QStringLiteral("pinned")]);
    choices.order = textsOf(json[QStringLiteral("order")]);
    if (json[QStringLiteral("grouping")].toInt() == int(LaneGrouping::Kind)) choices.grouping = LaneGrouping::Kind;
    for (const LaneHeight height : {LaneHeight::Compact, LaneHeight::Fit})
        if (json[QStringLiteral("height")].toInt() == int(height)) choices.height = height;
    choices.hidesStack = json[QStringLiteral("hidesStack")].toBool();
    for (const QJsonValue &each : json[markersKey].toArray()) {
        const TimelineMarker marker{each[0].toString(), each[1].toInteger(), each[2].toInteger()};
        if (marker.endNs >= marker.beginNs) state.markers.push_back(marker);
    }
    for (const QJsonValue &each : json[shiftsKey].toArray())
        state.shifts[each[0].toInt()] = each[1].toInteger();
    return state;
}

std::string marksAsText(const TimelineState &state) {
    if (state.markers.empty() && state.shifts.empty()) return {};
    const QJsonObject all = toJson(state);
    const QJsonObject marks{{markersKey, all[markersKey]}, {shiftsKey, all[shiftsKey]}};
    return QJsonDocument(marks).toJson(QJsonDocument::Compact).toStdString();
}

TimelineState withMarks(TimelineState state, const std::string &text) {
    const QJsonDocument json = QJsonDocument::fromJson(QByteArray::fromStdString(text));
    if (!json.isObject()) return state;
    TimelineState marks = timelineStateFromJson(json.object());
    const auto isFar = [](int64_t ns, int64_t limit) { return ns < -limit || ns > limit; };
    std::erase_if(marks.markers, [&](const TimelineMarker &marker) {
        return isFar(marker.beginNs, farthestNs) || isFar(marker.endNs, farthestNs);
    });
    std::erase_if(marks.shifts, [&](const auto &shift) { return isFar(shift.second, farthestShiftNs); });
    if (marks.markers.size() > mostMarkers) marks.markers.resize(mostMarkers);
    state.markers = std::move(marks.markers);
    state.shifts = std::move(marks.shifts);
    return state;
}

QString identityOf(const Trace &trace) {
    QCryptographicHash hash(QCryptographicHash::Sha1);
    const auto add = [&](const std::string &text) { hash.addData(QByteArray::fromStdString(text + '\n')); };
    add(std::to_string(trace.sliceCount()) + " " + std::to_string(trace.flows().size()));
    add(std::to_string(trace.beginNs()) + " " + std::to_string(trace.endNs()));
    for (const Track &track : trace.tracks())
        add(std::to_string(track.rank) + "/" + track.process + "/" + track.name);
    return QString::fromLatin1(hash.result().toHex());
}

TimelineState rememberedTimeline(const QString &identity) {
    for (const QJsonValue &each : rememberedTraces())
        if (each[QStringLiteral("trace")].toString() == identity) return timelineStateFromJson(each.toObject());
    return {};
}

void rememberTimeline(const QString &identity, const TimelineState &state) {
    QJsonArray kept;
    if (!(state == TimelineState{})) {
        QJsonObject json = toJson(state);
        json[QStringLiteral("trace")] = identity;
        kept.append(json);
    }
    for (const QJsonValue &each : rememberedTraces())
        if (each[QStringLiteral("trace")].toString() != identity && kept.size() < mostTraces) kept.append(each);
    settingsFile().setValue(settingsKey, QString::fromUtf8(QJsonDocument(kept).toJson(QJsonDocument::Compact)));
}

} // namespace timelinepanel
} // namespace jitscope

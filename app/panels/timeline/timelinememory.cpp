// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/timeline/timelinememory.h"

#include "app/sdk/settings.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>

namespace jitscope {

namespace {

constexpr int mostTraces = 50;
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
            {QStringLiteral("markers"), markers},
            {QStringLiteral("shifts"), shifts}};
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
    for (const QJsonValue &each : json[QStringLiteral("markers")].toArray()) {
        const TimelineMarker marker{each[0].toString(), each[1].toInteger(), each[2].toInteger()};
        if (marker.endNs >= marker.beginNs) state.markers.push_back(marker);
    }
    for (const QJsonValue &each : json[QStringLiteral("shifts")].toArray())
        state.shifts[each[0].toInt()] = each[1].toInteger();
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

} // namespace jitscope

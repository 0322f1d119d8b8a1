// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/slicemenu.h"

#include "app/models/rowmenu.h"
#include "app/sdk/document.h"
#include "app/sdk/jumps.h"
#include "app/sdk/paneldef.h"
#include "app/sdk/selection.h"
#include "app/sdk/tracefocus.h"
#include "engine/base/json.h"
#include "engine/session/session.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QMenu>

namespace jitscope {
inline namespace models {

namespace {

struct SliceMenuWords {
    Q_DECLARE_TR_FUNCTIONS(jitscope::SliceMenu)
};

QString nameOf(const Trace &trace, SliceId slice) {
    const std::string_view name = trace.nameOf(slice);
    return QString::fromUtf8(name.data(), qsizetype(name.size()));
}

} // namespace

std::string sliceJson(const Trace &trace, SliceId slice) {
    const Track &track = trace.trackAt(trace.trackOf(slice));
    JsonWriter json;
    json.beginObject().member("name", trace.nameOf(slice));
    json.member("begin_ns", trace.startOf(slice)).member("duration_ns", trace.durationOf(slice));
    json.member("process", track.process).member("lane", track.name).key("rank");
    track.rank >= 0 ? json.value(track.rank) : json.null();
    json.member("simulated", track.simulated).key("arguments").beginObject();
    for (const auto &[key, value] : trace.argumentsOf(slice))
        json.member(key.c_str(), value);
    return json.endObject().endObject().text();
}

void addSliceEntries(QMenu &menu, const PanelContext &context, SliceId slice, const QString &here) {
    const Trace &trace = context.document.session().trace;
    if (!slice.valid() || slice.value >= trace.sliceCount()) return;
    addJumps(menu, context, anchorOfSlice(context.document.session(), slice), here);
    menu.addSeparator();
    const auto add = [&](const char *id, const QString &text, auto run) {
        // The session may be another one by the time that somebody chooses.
        QAction *action = menu.addAction(text, &menu, [context, slice, run] {
            if (slice.value < context.document.session().trace.sliceCount())
                run(context, context.document.session().trace, slice);
        });
        action->setObjectName(QLatin1String(id));
    };
    add("zoomToSlice", SliceMenuWords::tr("Zoom to it in the timeline"),
        [](const PanelContext &in, const Trace &of, SliceId each) {
            in.show(panels::timeline);
            in.selection.selectSlice(each);
            TraceFocus::of(in.document).reveal({of.startOf(each), of.endOf(each)}, of.trackAt(of.trackOf(each)).rank);
        });
    add("markSlice", SliceMenuWords::tr("Mark its stretch of time"),
        [](const PanelContext &in, const Trace &of, SliceId each) {
            TraceFocus::of(in.document).setMarked(TraceFocus::Range{of.startOf(each), of.endOf(each)});
        });
    add("findSameSlices", SliceMenuWords::tr("Find all of this name"),
        [](const PanelContext &in, const Trace &of, SliceId each) {
            in.show(panels::timeline);
            TraceFocus::of(in.document).search(nameOf(of, each));
        });
    add("copySliceJson", SliceMenuWords::tr("Copy the slice as JSON"),
        [](const PanelContext &, const Trace &of, SliceId each) {
            QApplication::clipboard()->setText(QString::fromStdString(sliceJson(of, each)));
        });
}

void addSliceMenu(QAbstractItemView &view, const PanelContext &context, const QString &here,
                  std::function<SliceId(const QModelIndex &)> sliceAt) {
    RowMenu::of(view).addPart([context, here, sliceAt = std::move(sliceAt)](QMenu &menu, const QModelIndex &index) {
        addSliceEntries(menu, context, sliceAt(index), here);
    });
}

} // namespace models
} // namespace jitscope

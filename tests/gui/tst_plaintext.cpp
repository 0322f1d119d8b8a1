// SPDX-License-Identifier: Apache-2.0
// Text from outside (messages of exceptions, names in traces) is shown as it stands wherever it goes.
#include "app/sdk/plaintext.h"
#include "app/sdk/widgets/infobar.h"
#include "app/timeline/timelineview.h"
#include "engine/base/visibletext.h"
#include "tests/support/testprogram.h"
#include "tests/support/windowtest.h"

#include <QHelpEvent>
#include <QInputDialog>
#include <QLabel>
#include <QMessageBox>
#include <QProgressDialog>
#include <QToolTip>
#include <QTreeWidget>

namespace jitscope::tst_plaintext {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

const QString hostile = QStringLiteral("<b>bold</b> <img src=\"/etc/hostname\"> <a href=\"http://evil\">here</a>");

/** What a label would paint: the text itself, or "(rich)" when it reads tags in it. */
QString painted(const QLabel &label) {
    const bool isRich =
        label.textFormat() == Qt::RichText || (label.textFormat() == Qt::AutoText && Qt::mightBeRichText(label.text()));
    return isRich ? QStringLiteral("(rich)") : label.text();
}

QLabel *toolTipInSight() {
    for (QWidget *widget : QApplication::topLevelWidgets())
        if (widget->isVisible() && widget->inherits("QTipLabel")) return qobject_cast<QLabel *>(widget);
    return nullptr;
}

} // namespace

class PlainTextTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        setUpWindowTest(m_folder);
    }

    void aMessageOfAnExceptionStandsInTheBannerAsItIs() {
        InfoBar bar;
        bar.showMessage(InfoBar::Kind::Error, hostile, hostile);
        bar.show();
        const auto labels = bar.findChildren<QLabel *>();
        int told = 0;
        for (const QLabel *label : labels)
            if (!label->text().isEmpty() && painted(*label) == hostile) ++told;
        QCOMPARE(told, 2);
    }

    void toolTipsShowTagsAsText() {
        QWidget widget;
        widget.setToolTip(hostile);
        widget.show();
        QHelpEvent event(QEvent::ToolTip, {2, 2}, widget.mapToGlobal(QPoint(2, 2)));
        QApplication::sendEvent(&widget, &event);
        QTRY_VERIFY(toolTipInSight() != nullptr);
        QCOMPARE(painted(*toolTipInSight()), hostile);
        QToolTip::hideText();
    }

    void namesOfLanesAndSlicesAreNoTags() {
        Trace trace;
        const TrackId lane = trace.addTrack(hostile.toStdString(), hostile.toStdString(), 0);
        const SliceId slice = trace.addSlice(lane, hostile.toStdString(), "", 0, 1000);
        TimelineView view;
        view.resize(600, 200);
        view.setTrace(&trace);
        view.show();
        QTRY_VERIFY(!view.rectOf(slice).isEmpty());
        const auto tipAt = [&view](const QPoint &place) {
            QToolTip::hideText();
            QHelpEvent event(QEvent::ToolTip, place, view.viewport()->mapToGlobal(place));
            QApplication::sendEvent(view.viewport(), &event);
            return toolTipInSight() ? painted(*toolTipInSight()) : QString();
        };
        const QPoint onSlice = view.rectOf(slice).center();
        QVERIFY2(tipAt(onSlice).contains("<b>bold</b>"), qPrintable(tipAt(onSlice)));
        const QPoint onName(10, onSlice.y());
        QVERIFY2(tipAt(onName).contains("<b>bold</b>"), qPrintable(tipAt(onName)));
        QToolTip::hideText();
    }

    void noLabelOfTheWindowGuesses() {
        const auto window = openWindow({1200, 700});
        QVERIFY(window != nullptr);
        QMessageBox box(QMessageBox::Question, "title", hostile, QMessageBox::Ok, window.get());
        box.setInformativeText(hostile);
        box.show();
        QInputDialog input(window.get());
        input.setLabelText(hostile);
        input.show();
        QProgressDialog progress(hostile, "Cancel", 0, 2, window.get());
        progress.setValue(1);
        progress.show();
        for (const QLabel *label : window->findChildren<QLabel *>())
            if (label->isVisible()) QVERIFY2(label->textFormat() != Qt::AutoText, qPrintable(label->text()));
    }

    void rowsAndTheirToolTipsShowTagsAsText() {
        QTreeWidget rows;
        rows.setHeaderHidden(true);
        auto *item = new QTreeWidgetItem(&rows, {hostile});
        item->setToolTip(0, hostile);
        rows.resize(500, 100);
        rows.show();
        const QPoint place = rows.visualItemRect(item).center();
        QHelpEvent event(QEvent::ToolTip, place, rows.viewport()->mapToGlobal(place));
        QApplication::sendEvent(rows.viewport(), &event);
        QTRY_VERIFY(toolTipInSight() != nullptr);
        QCOMPARE(painted(*toolTipInSight()), hostile);
        QToolTip::hideText();
        // A delegate that read the tags would need no room for them.
        const int needed = QFontMetrics(rows.font()).horizontalAdvance(hostile);
        rows.resizeColumnToContents(0);
        QVERIFY(rows.columnWidth(0) >= needed);
    }

    void aLabelMayAskForRichText() {
        QLabel label(hostile);
        label.setTextFormat(Qt::RichText);
        label.show();
        QCOMPARE(label.textFormat(), Qt::RichText);
    }

    void longLinesOfToolTipsAreBroken() {
        QCOMPARE(brokenLines("one two three", 7), QString("one two\nthree"));
        QCOMPARE(brokenLines("one\ntwo", 7), QString("one\ntwo"));
        QCOMPARE(brokenLines("abcdefghij", 4), QString("abcd\nefgh\nij"));
        QCOMPARE(brokenLines("", 4), QString());
    }

    void whatATerminalWouldObeyIsMadeVisible() {
        QCOMPARE(visibleText("a\x1b[2Jb\n\tc"), std::string("a\\x1b[2Jb\n\tc"));
        QCOMPARE(visibleText("\r\x7f"), std::string("\\x0d\\x7f"));
        QCOMPARE(visibleText("\xc2\x9b\xe2\x80\xae"), std::string("\\u009b\\u202e"));
        QCOMPARE(visibleText("\x07\xd8\x9c\xe2\x81\xa6"), std::string("\\x07\\u061c\\u2066"));
        QCOMPARE(visibleText("\x9bz"), std::string("\\x9bz"));
        QCOMPARE(visibleText("\u00e9\u4e2d \U0001F600"), std::string("\u00e9\u4e2d \U0001F600"));
    }

private:
    QTemporaryDir m_folder;
};

JITSCOPE_WINDOW_TEST(PlainTextTest)

} // namespace jitscope::tst_plaintext

#include "tst_plaintext.moc"

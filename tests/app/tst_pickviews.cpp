// SPDX-License-Identifier: Apache-2.0
// Pictures of which one item is picked: keys, mouse, tool tips and words are the same in all of them.
#include "app/charts/heatmatrix.h"
#include "app/charts/stackedbars.h"
#include "app/panels/devicemodel/scatterview.h"
#include "app/panels/kerneldetails/memorygraph.h"
#include "app/charts/rooflineview.h"
#include "app/panels/kerneldetails/sharebars.h"
#include "app/tensorview/heatview.h"
#include "app/tensorview/tensorgrid.h"
#include "tests/support/testprogram.h"

#include <QHelpEvent>
#include <QSignalSpy>
#include <QToolTip>
#include <QtTest>
#include <functional>
#include <memory>

namespace jitscope::tst_pickviews {

using namespace jitscope;

namespace {

using Made = std::shared_ptr<PickView>;

Made stackedBars() {
    auto view = std::make_shared<StackedBars>([](double value) { return QString::number(value); });
    view->setBars({{"Computing", "on the device", PartRole::Computing}, {"Free", "", PartRole::Free}},
                  {{"rank 0", {3, 1}}, {"rank 1", {2, 2}}, {"rank 2", {1, 0}}});
    return view;
}

Made shareBars() {
    auto view = std::make_shared<ShareBars>(QStringLiteral("Pipes"));
    view->setBars({{"mac", 0.8, "80 %", "the matrix unit", "busiest"}, {"vec", 0.1, "10 %", "the vector unit", ""}});
    return view;
}

Made heatMatrix() {
    auto view = std::make_shared<HeatMatrix>();
    view->setCells({"0", "1"},
                   {{{0, 1}, {18, "18.0", "0 to 1: 18 GB/s"}}, {{1, 0}, {6, "6.0", "1 to 0: 6 GB/s", true}}});
    return view;
}

/** Not in the order of their times. */
Made scatterView() {
    auto view = std::make_shared<ScatterView>();
    view->setPoints({{100, 90, 0, "b"}, {1, 1, 1, "a"}, {10000, 8000, 2, "c"}}, {"x", "y", "z"});
    return view;
}

RooflinePoint rooflinePoint(double intensity, double tops) {
    RooflinePoint point;
    point.bandwidthName = "GM";
    point.computeName = "cube";
    point.bandwidthTBs = 1;
    point.computeTops = 100;
    point.intensity = intensity;
    point.performanceTops = tops;
    return point;
}

Made rooflineView() {
    auto view = std::make_shared<RooflineView>();
    view->setPoints({rooflinePoint(1, 0.5), rooflinePoint(1000, 50)});
    view->setCurrent(PickView::none);
    return view;
}

MemoryEdge memoryEdge(const char *from, const char *to) {
    MemoryEdge edge;
    edge.from = from;
    edge.to = to;
    edge.bytes = 1000;
    edge.bandwidth = 2;
    return edge;
}

/** The second one is not in the picture. */
Made memoryGraph() {
    auto view = std::make_shared<MemoryGraph>();
    view->setEdges({memoryEdge("GM", "L2"), memoryEdge("elsewhere", "L2"), memoryEdge("L2", "L1")});
    return view;
}

TensorCut smallCut() {
    return TensorCut(Tensor::full({2, 3}, 0.5, DType::Float32));
}

Made heatView() {
    auto view = std::make_shared<HeatView>();
    view->setRange({0, 1}, ClipMarks::Hidden);
    view->setGrid(smallCut(), *heatGrid(smallCut(), 64, [] { return true; }));
    return view;
}

Made tensorGrid() {
    auto view = std::make_shared<TensorGrid>();
    view->setCut(smallCut());
    return view;
}

/** Whether the view took the key. */
bool press(PickView &view, Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QKeyEvent event(QEvent::KeyPress, key, modifiers);
    QCoreApplication::sendEvent(&view, &event);
    return event.isAccepted();
}

struct Example {
    const char *name;
    Made (*make)();
    QList<qint64> walk; ///< from the first item on
    Qt::Key forth, back, across;
    bool hasToolTips = true;
};

const Example examples[] = {
    {"bars of parts", stackedBars, {0, 1, 2}, Qt::Key_Down, Qt::Key_Up, Qt::Key_Right},
    {"bars of shares", shareBars, {0, 1}, Qt::Key_Down, Qt::Key_Up, Qt::Key_Right},
    {"matrix", heatMatrix, {0, 1}, Qt::Key_Right, Qt::Key_Left, Qt::Key_F5},
    {"scatter", scatterView, {1, 0, 2}, Qt::Key_Right, Qt::Key_Left, Qt::Key_Down},
    {"roofline", rooflineView, {0, 1}, Qt::Key_Right, Qt::Key_Left, Qt::Key_Down},
    {"memory", memoryGraph, {0, 2}, Qt::Key_Right, Qt::Key_Left, Qt::Key_Down},
    {"heat map", heatView, {0, 1, 2}, Qt::Key_Right, Qt::Key_Left, Qt::Key_F5, false},
    {"table", tensorGrid, {0, 3}, Qt::Key_Down, Qt::Key_Up, Qt::Key_F5, false},
};

} // namespace

class PickViewsTest : public QObject {
    Q_OBJECT

    static void addExamples() {
        QTest::addColumn<int>("index");
        for (int i = 0; i < int(std::size(examples)); ++i)
            QTest::newRow(examples[i].name) << i;
    }
    static Made shown(const Example &example) {
        Made view = example.make();
        view->resize(640, 420);
        view->show();
        QCoreApplication::processEvents();
        view->setCurrent(PickView::none); // bars of shares have one with the focus
        return view;
    }

private Q_SLOTS:
    void keysWalkFromItemToItem_data() { addExamples(); }
    void keysWalkFromItemToItem() {
        QFETCH(int, index);
        const Example &example = examples[index];
        const Made view = shown(example);
        QSignalSpy picked(view.get(), &PickView::picked);
        QCOMPARE(view->current(), PickView::none);
        for (const qint64 item : example.walk) {
            QVERIFY(press(*view, example.forth)); // the first key goes to the first item
            QCOMPARE(view->current(), item);
            QCOMPARE(picked.last().first().toLongLong(), item);
            QCOMPARE(view->accessibleDescription(), view->textOf(item));
        }
        const auto count = picked.count();
        QVERIFY(!press(*view, example.forth)); // at its end the key is for what the picture stands in
        QVERIFY(!press(*view, example.across));
        QVERIFY(!press(*view, example.back, Qt::ControlModifier)); // the window's
        QCOMPARE(picked.count(), count);
        QVERIFY(press(*view, example.back));
        QCOMPARE(view->current(), example.walk[example.walk.size() - 2]);
        QVERIFY(press(*view, Qt::Key_Home, Qt::ControlModifier) || example.walk.size() == 2);
        QCOMPARE(view->current(), example.walk.first());
    }

    void homeAndEndGoToTheEnds_data() { addExamples(); }
    void homeAndEndGoToTheEnds() {
        QFETCH(int, index);
        const Made view = shown(examples[index]);
        QVERIFY(press(*view, Qt::Key_End, Qt::ControlModifier));
        const int64_t last = view->current();
        QVERIFY(last != PickView::none);
        QVERIFY(press(*view, Qt::Key_Home, Qt::ControlModifier));
        QCOMPARE(view->current(), int64_t(examples[index].walk.first()));
        QVERIFY(press(*view, Qt::Key_End));
        QVERIFY(view->current() <= last || !view->textOf(last).isEmpty());
        QVERIFY(!press(*view, Qt::Key_End)); // there already
    }

    void theMousePicks_data() { addExamples(); }
    void theMousePicks() {
        QFETCH(int, index);
        const Example &example = examples[index];
        const Made view = shown(example);
        QSignalSpy picked(view.get(), &PickView::picked);
        for (const qint64 item : example.walk) {
            const QPoint middle = view->rectOf(item).center().toPoint();
            QVERIFY(view->viewport()->rect().contains(middle));
            QCOMPARE(view->itemAt(middle), int64_t(item));
            QTest::mouseClick(view->viewport(), Qt::RightButton, {}, middle); // for a menu
            QVERIFY(view->current() != item);
            QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, middle);
            QCOMPARE(view->current(), int64_t(item));
            QCOMPARE(picked.last().first().toLongLong(), item);
        }
        const auto count = picked.count();
        const QPoint corner = view->viewport()->rect().bottomRight();
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, corner);
        QCOMPARE(picked.count(), count); // beside all items nothing changes
        QCOMPARE(view->current(), int64_t(example.walk.last()));
    }

    void toolTipsTellTheItem_data() { addExamples(); }
    void toolTipsTellTheItem() {
        QFETCH(int, index);
        const Made view = shown(examples[index]);
        for (const qint64 item : examples[index].walk) {
            const QPoint middle = view->rectOf(item).center().toPoint();
            const QString text = view->toolTipAt(middle);
            if (view->textOf(item).isEmpty()) continue; // a place of the matrix without a figure
            QCOMPARE(!text.isEmpty(), examples[index].hasToolTips);
            QToolTip::hideText();
            QHelpEvent event(QEvent::ToolTip, middle, view->viewport()->mapToGlobal(middle));
            QCoreApplication::sendEvent(view->viewport(), &event);
            if (examples[index].hasToolTips) QCOMPARE(QToolTip::text(), text);
        }
    }

    void itIsWrittenAsLines_data() { addExamples(); }
    void itIsWrittenAsLines() {
        QFETCH(int, index);
        const Made view = shown(examples[index]);
        const QStringList lines = view->asText().split('\n');
        for (const qint64 item : examples[index].walk)
            if (const QString text = view->textOf(item); !text.isEmpty())
                QVERIFY2(lines.contains(text), qPrintable(text));
    }

    void scrolledItemsAreBroughtIntoView() {
        auto view = std::make_unique<StackedBars>([](double value) { return QString::number(value); });
        std::vector<Bar> bars;
        for (int i = 0; i < 100; ++i)
            bars.push_back({QStringLiteral("rank %1").arg(i), {1.0}});
        view->setBars({{"Computing", "", PartRole::Computing}}, bars);
        view->resize(400, 200);
        view->show();
        for (const int64_t bar : {99, 50, 0}) {
            view->setCurrent(bar);
            const QRectF rect = view->rectOf(bar);
            QVERIFY(QRectF(view->viewport()->rect()).contains(rect.center()));
            QCOMPARE(view->itemAt(rect.center()), bar); // not below the legend
        }
    }

    void theMouseOverTheHeatMapIsTold() {
        const Made view = shown(examples[6]);
        QSignalSpy hovered(view.get(), &PickView::hovered);
        QTest::mouseMove(view->viewport(), view->rectOf(4).center().toPoint());
        QTRY_COMPARE(hovered.count(), 1);
        QCOMPARE(hovered.last().first().toLongLong(), 4);
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(view->viewport(), &leave);
        QCOMPARE(hovered.last().first().toLongLong(), -1);
    }

    void aStayingElementIsCurrentInTheNextCut() {
        TensorGrid view;
        view.setCut(smallCut());
        view.setCurrent(5);
        view.setCut(TensorCut(Tensor::full({2}, 0.5, DType::Float32)));
        QCOMPARE(view.current(), int64_t(5));
        view.setCut(smallCut());
        QVERIFY(press(view, Qt::Key_Left));
        QCOMPARE(view.current(), int64_t(4));
    }
};

JITSCOPE_WINDOW_TEST(PickViewsTest)

} // namespace jitscope::tst_pickviews

#include "tst_pickviews.moc"

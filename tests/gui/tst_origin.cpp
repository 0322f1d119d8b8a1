// SPDX-License-Identifier: Apache-2.0
// The Where from panel: from an element picked in Values to what it depends on and the operator that made it bad.
#include "app/shell/application.h"
#include "app/shell/panelhost.h"
#include "app/tensorview/heatview.h"
#include "engine/session/session.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QAbstractItemView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

#include <cmath>
#include <limits>

namespace jitscope::tst_origin {

using namespace jitscope;

namespace {

Tensor floats(std::initializer_list<float> values) {
    return Tensor::of({int64_t(values.size())}, std::span<const float>(values.begin(), values.size()));
}

/** x, w -> #1 Mul -> #2 Log (NaN at 2) -> #3 Add with w. */
Session sample() {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    Session session;
    const Tensor x = floats({1, 2, -3, 4}), w = floats({1, 1, 1, 1});
    const Tensor logs = floats({0, std::log(2.0f), nan, std::log(4.0f)});
    const Tensor sums = floats({1, 1 + std::log(2.0f), nan, 1 + std::log(4.0f)});
    const char *names[] = {"x", "w", "", "", ""};
    for (const Tensor &value : {x, w, x, logs, sums}) {
        TensorRecord tensor;
        tensor.id = int64_t(session.tensors.size());
        tensor.name = names[session.tensors.size()];
        tensor.shape = value.shape();
        tensor.value = value;
        session.tensors.push_back(tensor);
    }
    const auto op = [&session](const char *name, IdList inputs, int64_t output) {
        OpEvent event;
        event.number = int64_t(session.ops.size()) + 1;
        event.op = name;
        event.inputs = std::move(inputs);
        event.outputs = {output};
        session.ops.push_back(event);
    };
    op("Mul", {0, 1}, 2);
    op("Log", {2}, 3);
    op("Add", {3, 1}, 4);
    return session;
}

struct Stage {
    Stage()
        : host(sample())
        , panel(host.panel("origin")) {
        panel->resize(520, 800);
        panel->show();
        QVERIFY(QTest::qWaitForWindowExposed(panel.get()));
    }
    void pick(int64_t tensor, int64_t element) {
        host.selection().setElement(tensor, element);
        settle();
    }
    void settle() {
        QVERIFY(QTest::qWaitFor([this] { return host.isReady(*panel); }, 8000));
    }
    template<class Widget> Widget *find(const char *name) const {
        return panel->findChild<Widget *>(QLatin1String(name));
    }
    QString text(const char *label) const { return find<QLabel>(label)->text(); }

    PanelHost host;
    std::unique_ptr<Panel> panel;
};

} // namespace

class OriginTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { setUpApplication({}); }

    /** An optimizer's many: in a panel that is made narrow they take more lines, all of which are seen. */
    void chipsOfValuesAreWholeInEveryWidth() {
        Session session = sample();
        OpEvent adam = session.ops.back();
        adam.op = "Adam";
        adam.number = 4;
        std::vector<int64_t> inputs;
        for (int i = 0; i < 30; ++i)
            inputs.push_back(i % 5);
        adam.inputs = inputs;
        session.ops.push_back(adam);
        PanelHost host(std::move(session));
        const std::unique_ptr<Panel> panel = host.panel("values");
        panel->resize(900, 1200);
        panel->show();
        QVERIFY(QTest::qWaitForWindowExposed(panel.get()));
        host.selection().selectOp(4);
        QTRY_VERIFY_WITH_TIMEOUT(panel->findChild<QToolButton *>("chip29"), 8000);
        for (const int width : {900, 320, 900}) {
            panel->resize(width, 1200);
            const QWidget *first = panel->findChild<QToolButton *>("chip0"), *chips = first->parentWidget();
            QTRY_COMPARE(chips->height(), chips->heightForWidth(chips->width()));
            for (const QToolButton *chip : chips->findChildren<QToolButton *>())
                if (!chip->isHidden()) QVERIFY(chips->rect().contains(chip->geometry()));
        }
    }

    void withoutAnElementItSaysWhatToDo() {
        Stage stage;
        QVERIFY(stage.panel->contentAsText().isEmpty());
        bool told = false;
        for (const QLabel *label : stage.panel->findChildren<QLabel *>())
            told = told || (label->isVisible() && label->text().contains("Choose an element in Values"));
        QVERIFY(told);
    }

    void itListsWhatTheElementDependsOn() {
        Stage stage;
        stage.pick(4, 2);
        QCOMPARE(stage.text("originTitle"), QString("#3 Add [2] = ◆ nan"));
        QCOMPARE(stage.text("originSummary"), QString("Depends on 3 operators and 2 inputs."));
        const QString all = stage.panel->contentAsText();
        for (const char *part : {"#2 Log", "#1 Mul", "x f32[4]", "w f32[4]"})
            QVERIFY2(all.contains(QLatin1String(part)), qPrintable(all));
        QVERIFY2(stage.text("originElements").contains("1 of 4 elements"), qPrintable(stage.text("originElements")));
    }

    void theFirstBadOperatorIsNamedAndReached() {
        Stage stage;
        stage.pick(4, 2);
        QVERIFY2(stage.text("firstBad").contains("#2 Log made it NaN"), qPrintable(stage.text("firstBad")));
        QTest::mouseClick(stage.find<QPushButton>("goToFirstBad"), Qt::LeftButton);
        QCOMPARE(stage.host.selection().current().op, int64_t(2));
        QCOMPARE(stage.host.selection().element(), int64_t(2));
    }

    void aGoodElementIsSaidToBeGoodUntilTheLimitIsLower() {
        Stage stage;
        stage.pick(4, 3);
        QVERIFY2(stage.text("firstBad").contains("neither NaN nor infinite"), qPrintable(stage.text("firstBad")));
        auto *limit = stage.find<QLineEdit>("originLimit");
        limit->selectAll();
        QTest::keyClicks(limit, "2");
        QTest::keyClick(limit, Qt::Key_Return);
        stage.settle();
        QVERIFY2(stage.text("firstBad").contains("too large"), qPrintable(stage.text("firstBad")));
    }

    void enterGoesToTheRow() {
        Stage stage;
        stage.pick(4, 2);
        auto *list = stage.find<QAbstractItemView>("originList");
        for (int row = 0; row < list->model()->rowCount(); ++row)
            if (list->model()->index(row, 0).data().toString() == "#1 Mul")
                list->setCurrentIndex(list->model()->index(row, 0));
        stage.settle();
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(stage.host.selection().current().op, int64_t(1));
        // The list stays: it is still about the element that was picked.
        QCOMPARE(stage.text("originTitle"), QString("#3 Add [2] = ◆ nan"));
    }

    void anElementOfThePictureIsShownInValues() {
        Stage stage;
        stage.pick(4, 2);
        auto *mask = stage.find<HeatView>("originMask");
        QTest::mouseClick(mask->viewport(), Qt::LeftButton, {}, {4, 4});
        QCOMPARE(stage.host.selection().element(), int64_t(0));
        QCOMPARE(stage.text("originTitle"), QString("#3 Add [2] = ◆ nan"));
    }
};

JITSCOPE_WINDOW_TEST(OriginTest)

} // namespace jitscope::tst_origin

#include "tst_origin.moc"

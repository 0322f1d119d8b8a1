// SPDX-License-Identifier: Apache-2.0
// The Watchpoints panel through the doors a user has: the form, the list, recommended ones, checking what is recorded.
#include "app/shell/application.h"
#include "app/shell/panelhost.h"
#include "engine/session/session.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QToolButton>

#include <cmath>
#include <limits>

namespace jitscope::tst_watchpoints {

using namespace jitscope;

namespace {

/** Ten operators in a row; #4 and #8 give a NaN. */
Session sample() {
    Session session;
    for (int64_t i = 0; i <= 10; ++i) {
        TensorRecord tensor;
        tensor.id = i;
        tensor.shape = {2, 3};
        Tensor value = Tensor::full({2, 3}, double(i), DType::Float32);
        if (i == 4 || i == 8) value.mutableData<float>()[2] = std::numeric_limits<float>::quiet_NaN();
        tensor.value = value;
        session.tensors.push_back(tensor);
        if (i == 0) continue;
        OpEvent op;
        op.number = i;
        op.op = i % 2 ? "Mul" : "Log";
        op.inputs = {i - 1};
        op.outputs = {i};
        op.startNs = i * 100;
        op.durationNs = 10;
        session.ops.push_back(op);
    }
    return session;
}

struct Stage {
    explicit Stage(Session session = sample())
        : host(std::move(session))
        , panel(host.panel("watchpoints")) {
        panel->resize(620, 700);
        panel->show();
    }
    void settle() {
        QVERIFY(QTest::qWaitFor([this] { return host.isReady(*panel); }, 8000));
    }
    template<class Widget> Widget *find(const char *name) const {
        return panel->findChild<Widget *>(QLatin1String(name));
    }
    void click(const char *name) { QTest::mouseClick(find<QToolButton>(name), Qt::LeftButton); }
    void addOverflow() {
        click("addWatchpoint");
        auto *rule = find<QComboBox>("watchRule");
        rule->setCurrentIndex(rule->findData("tensor_overflow"));
        QTest::mouseClick(find<QPushButton>("takeWatchpoint"), Qt::LeftButton);
        QTRY_VERIFY(!find<QDialog>("watchpointForm"));
    }
    int rows(const char *view) const { return find<QAbstractItemView>(view)->model()->rowCount(); }
    QString cell(const char *view, int row, int column) const {
        return find<QAbstractItemView>(view)->model()->index(row, column).data().toString();
    }

    PanelHost host;
    std::unique_ptr<Panel> panel;
};

} // namespace

class WatchpointsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { setUpApplication({}); }

    void everyRuleHasAForm() {
        Stage stage;
        stage.click("addWatchpoint");
        auto *rule = stage.find<QComboBox>("watchRule");
        QCOMPARE(rule->count(), int(watchRules().size()));
        for (int i = 0; i < rule->count(); ++i) {
            rule->setCurrentIndex(i);
            for (const WatchParameter &parameter : watchRules()[size_t(i)].parameters)
                QVERIFY2(stage.find<QLineEdit>(parameter.id.c_str()), parameter.id.c_str());
        }
    }

    void aWatchpointIsAddedSwitchedAndRemoved() {
        Stage stage;
        stage.addOverflow();
        QCOMPARE(stage.host.runner().watchpoints().size(), size_t(1));
        QCOMPARE(stage.host.runner().watchpoints()[0].rule, std::string("tensor_overflow"));
        auto *list = stage.find<QAbstractItemView>("watchpointList");
        QCOMPARE(stage.rows("watchpointList"), 1);
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Space);
        QVERIFY(!stage.host.runner().watchpoints()[0].isEnabled);
        QCOMPARE(stage.cell("watchpointList", 0, 0), QString("–"));
        QTest::keyClick(list, Qt::Key_Delete);
        QVERIFY(stage.host.runner().watchpoints().empty());
    }

    void aWrongFilterIsToldInTheForm() {
        Stage stage;
        stage.click("addWatchpoint");
        stage.find<QLineEdit>("watchFilter")->setText("op == ");
        QTest::mouseClick(stage.find<QPushButton>("takeWatchpoint"), Qt::LeftButton);
        QVERIFY(stage.find<QLabel>("watchError")->isVisible());
        QVERIFY(stage.host.runner().watchpoints().empty());
        stage.find<QLineEdit>("watchFilter")->setText("op == \"Log\"");
        QTest::mouseClick(stage.find<QPushButton>("takeWatchpoint"), Qt::LeftButton);
        QCOMPARE(stage.host.runner().watchpoints()[0].filter, std::string("op == \"Log\""));
    }

    void recordedValuesAreChecked() {
        Stage stage;
        stage.addOverflow();
        stage.click("checkRecorded");
        stage.settle();
        QCOMPARE(stage.rows("hitList"), 2);
        QCOMPARE(stage.cell("hitList", 0, 0), QString("#4 Log"));
        QCOMPARE(stage.find<QLabel>("watchNotice")->text(), QString("Checked up to #10."));
        stage.click("nextHit");
        QCOMPARE(stage.host.selection().current().op, int64_t(4));
        QCOMPARE(stage.host.selection().current().tensor, int64_t(4));
        stage.click("nextHit");
        QCOMPARE(stage.host.selection().current().op, int64_t(8));
        stage.click("previousHit");
        QCOMPARE(stage.host.selection().current().op, int64_t(4));
        QVERIFY(stage.panel->contentAsText().contains("#8 Log"));
    }

    void aCheckOfOtherWatchpointsIsOutOfDate() {
        Stage stage;
        stage.addOverflow();
        stage.click("checkRecorded");
        stage.settle();
        QTest::keyClick(stage.find<QAbstractItemView>("watchpointList"), Qt::Key_Space);
        QVERIFY(stage.find<QLabel>("watchNotice")->text().contains("out of date"));
    }

    void withoutValuesThereIsNothingToCheck() {
        Session session = sample();
        for (size_t place = 0; place < session.tensors.size(); ++place)
            session.tensors.change(place, [](TensorRecord &tensor) { tensor.value = Tensor(); });
        Stage stage(session);
        stage.addOverflow();
        stage.click("checkRecorded");
        stage.settle();
        QCOMPARE(stage.rows("hitList"), 0);
        QVERIFY(stage.find<QLabel>("watchNotice")->text().contains("No values were recorded"));
    }

    void hitsOfTheRunComeAsTheyAre() {
        Stage stage;
        Session part;
        part.watchHits.push_back({2, 2, "tensor_overflow", "", 1, 0});
        stage.host.document().append(std::move(part));
        QTRY_COMPARE(stage.rows("hitList"), 1);
        Session later;
        later.watchHits.push_back({7, 7, "tensor_overflow", "", 1, 0});
        stage.host.document().append(std::move(later));
        QTRY_COMPARE(stage.rows("hitList"), 2);
    }

    void recommendedOnesAreOfferedWithReasons() {
        Stage stage;
        stage.click("addRecommended");
        stage.settle();
        auto *dialog = stage.find<QDialog>("recommendedWatchpoints");
        QVERIFY(dialog);
        auto *list = dialog->findChild<QListWidget *>();
        QVERIFY(list->count() > 0);
        const int offered = list->count();
        list->item(0)->setCheckState(Qt::Unchecked);
        QTest::mouseClick(dialog->findChild<QPushButton *>("takeRecommended"), Qt::LeftButton);
        QCOMPARE(int(stage.host.runner().watchpoints().size()), offered - 1);
    }
};

JITSCOPE_WINDOW_TEST(WatchpointsTest)

} // namespace jitscope::tst_watchpoints

#include "tst_watchpoints.moc"

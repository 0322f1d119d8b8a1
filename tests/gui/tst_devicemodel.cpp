// SPDX-License-Identifier: Apache-2.0
// The Device model panel: parameters with their sources, a fit to kernels of a profile, and a model saved from it.
#include "app/sdk/devicemodels.h"
#include "app/shell/application.h"
#include "app/shell/panelhost.h"
#include "engine/ascend/modelfit.h"
#include "engine/session/session.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QFile>
#include <QInputDialog>
#include <QLabel>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>

#include <cmath>

namespace jitscope::tst_devicemodel {

using namespace jitscope;

namespace {

/** Kernels that take twice what the built-in model says. */
Session slowChip() {
    auto profile = std::make_shared<Profile>();
    profile->label = "rank 0";
    DataTable table = makeTable("kernels");
    for (const int64_t n : {16, 1024, 1 << 20, 1 << 22, 1 << 23}) {
        const int64_t row = table.addRow();
        const std::string shape = std::to_string(n);
        table.setText(row, table.column("type"), "Add");
        table.setText(row, table.column("core"), "AI_VECTOR_CORE");
        table.setText(row, table.column("input_shapes"), shape + ";" + shape);
        table.setText(row, table.column("input_types"), "FLOAT;FLOAT");
        table.setText(row, table.column("output_shapes"), shape);
        table.setText(row, table.column("output_types"), "FLOAT");
        const std::vector<Abstract> in(2, Abstract::tensor(DType::Float32, {n})), out(1, in[0]);
        const double us = 2 * estimate(defaultDeviceModel(), kernelJob("Add", in, out)).totalUs;
        table.setInteger(row, table.column("duration"), std::llround(us * 1e3));
    }
    profile->tables = {table};
    Session session;
    session.profiles = {profile};
    return session;
}

struct Stage {
    explicit Stage(Session session)
        : host(std::move(session))
        , panel(host.panel("devicemodel")) {
        panel->resize(1100, 420);
        panel->show();
    }
    template<class Widget> Widget *find(const char *name) {
        return panel->findChild<Widget *>(QString::fromLatin1(name));
    }
    void showFit() { panel->titleControls()->findChild<QToolButton *>("fit")->click(); }
    QString cell(const char *view, int row, int column) {
        auto *model = find<QAbstractItemView>(view)->model();
        return model->index(row, column).data().toString();
    }
    PanelHost host;
    std::unique_ptr<Panel> panel;
};

} // namespace

class DeviceModelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        ApplicationOptions options;
        options.start = ApplicationOptions::Start::Bare;
        setUpApplication(options);
    }

    void parametersStandWithValueUnitAndSource() {
        Stage stage({});
        QCOMPARE(stage.find<QComboBox>("deviceModels")->itemText(0), QStringLiteral("Ascend910B4"));
        const auto *model = stage.find<QAbstractItemView>("deviceParameters")->model();
        QCOMPARE(model->rowCount(), int(modelParameters().size()));
        for (int row = 0; row < model->rowCount(); ++row)
            for (const int column : {0, 1, 3})
                QVERIFY(!model->index(row, column).data().toString().isEmpty());
        QVERIFY(stage.find<QLabel>("deviceHeading")->text().contains(QStringLiteral("17.4 %")));
        QVERIFY(stage.panel->contentAsText().contains(QStringLiteral("Cube efficiency")));
        QVERIFY(!stage.find<QPushButton>("deviceUse")->isEnabled()); // it is the one
    }

    void withoutKernelsTheFitSaysWhatIsMissing() {
        Stage stage({});
        stage.showFit();
        QTRY_VERIFY(stage.panel->isReady());
        QVERIFY(!stage.find<QPushButton>("fitRefit")->isEnabled());
        bool isSaid = false;
        for (const QLabel *label : stage.panel->findChildren<QLabel *>())
            isSaid |= label->isVisible() && label->text().contains(QStringLiteral("No real kernels"));
        QVERIFY(isSaid);
    }

    void aFitIsComputedSavedAndUsed() {
        QFile::remove(deviceModelFolder() + QStringLiteral("/Slow_chip.json"));
        Stage stage(slowChip());
        stage.showFit();
        QTRY_VERIFY(stage.panel->isReady());
        QCOMPARE(stage.cell("fitErrors", 0, 3), QStringLiteral("50.0 %")); // predicted half of what it takes
        QTest::mouseClick(stage.find<QPushButton>("fitRefit"), Qt::LeftButton);
        QTRY_VERIFY(stage.panel->isReady() && stage.find<QPushButton>("fitSave")->isEnabled());
        QVERIFY(stage.cell("fitErrors", 0, 5).chopped(2).toDouble() < 20);
        QTimer typing; // until the dialog is there
        connect(&typing, &QTimer::timeout, this, [] {
            auto *dialog = qobject_cast<QInputDialog *>(QApplication::activeModalWidget());
            if (dialog == nullptr) return;
            dialog->setTextValue(QStringLiteral("Slow chip"));
            dialog->accept();
        });
        typing.start(20);
        QTest::mouseClick(stage.find<QPushButton>("fitSave"), Qt::LeftButton);
        QCOMPARE(stage.find<QComboBox>("deviceModels")->currentText(), QStringLiteral("Slow chip"));
        QVERIFY(QFile::exists(deviceModelFolder() + QStringLiteral("/Slow_chip.json")));
        QTest::mouseClick(stage.find<QPushButton>("deviceUse"), Qt::LeftButton);
        QCOMPARE(currentDeviceModel().name, std::string("Slow chip"));
        QVERIFY(rememberDeviceModel({}));
        QVERIFY(loadUserDeviceModels().isEmpty()); // the file reads back
    }
};

JITSCOPE_WINDOW_TEST(DeviceModelTest)

} // namespace jitscope::tst_devicemodel

#include "tst_devicemodel.moc"

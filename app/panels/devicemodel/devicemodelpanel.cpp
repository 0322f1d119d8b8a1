// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/devicemodel/devicemodelpanel.h"

#include "app/panels/devicemodel/fitpage.h"
#include "app/panels/devicemodel/parameterspage.h"
#include "app/sdk/devicemodels.h"
#include "app/sdk/widgets/filteredit.h"
#include "app/sdk/widgets/segmentedcontrol.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStackedLayout>

namespace jitscope {
inline namespace devicemodelpanel {

class DeviceModelPanel : public Panel {
    Q_OBJECT
public:
    DeviceModelPanel(const PanelContext &context, QWidget *parent)
        : Panel(parent)
        , m_context(context)
        , m_parameters(new ParametersPage)
        , m_fit(new FitPage(context)) {
        buildTop();
        auto *pages = new QWidget;
        m_pages = new QStackedLayout(pages);
        m_pages->addWidget(m_parameters);
        m_pages->addWidget(m_fit);
        auto *layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        layout->addWidget(m_top);
        layout->addWidget(pages, 1);
        connect(m_fit, &FitPage::saved, this, [this](const QString &name) {
            listModels();
            m_models->setCurrentText(name);
            showModel();
        });
        listModels();
        m_models->setCurrentText(QString::fromStdString(currentDeviceModel().name));
        showModel();
    }

    QWidget *titleControls() override { return m_controls; }
    bool isReady() const override { return m_fit->isReady(); }
    bool startFind() override {
        m_filter->setFocus();
        return true;
    }
    QString contentAsText() const override {
        return m_pages->currentIndex() == 0 ? m_heading->text() + QLatin1Char('\n') + m_parameters->asText()
                                            : m_fit->asText();
    }

private:
    void buildTop() {
        m_models = new QComboBox;
        m_models->setObjectName(QStringLiteral("deviceModels"));
        m_models->setAccessibleName(tr("Device model"));
        m_models->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        m_use = new QPushButton(tr("Use for runs"));
        m_use->setObjectName(QStringLiteral("deviceUse"));
        m_heading = new QLabel;
        m_heading->setObjectName(QStringLiteral("deviceHeading"));
        m_heading->setProperty("role", QStringLiteral("hint"));
        m_heading->setTextFormat(Qt::PlainText);
        m_heading->setMinimumWidth(1);
        m_top = new QWidget;
        auto *row = new QHBoxLayout(m_top);
        row->setContentsMargins(metrics::grid, metrics::grid / 2, metrics::grid, metrics::grid / 2);
        row->setSpacing(metrics::grid);
        row->addWidget(m_models);
        row->addWidget(m_use);
        row->addWidget(m_heading, 1);

        m_controls = new QWidget(this);
        auto *controls = new QHBoxLayout(m_controls);
        controls->setContentsMargins(0, 0, 0, 0);
        controls->setSpacing(metrics::grid);
        m_choice =
            new SegmentedControl(tr("Page"),
                                 {{QStringLiteral("parameters"), tr("Parameters"), tr("Values and their sources")},
                                  {QStringLiteral("fit"), tr("Fit"), tr("Predicted against measured kernels")}},
                                 m_controls);
        m_filter = new FilterEdit(tr("filter"), m_controls);
        m_filter->setMaximumWidth(160);
        controls->addWidget(m_choice);
        controls->addWidget(m_filter);
        connect(m_choice, &SegmentedControl::changed, this, [this](const QString &id) {
            m_pages->setCurrentIndex(id == QStringLiteral("fit") ? 1 : 0);
            m_filter->setVisible(m_pages->currentIndex() == 0);
        });
        connect(m_filter, &FilterEdit::textChanged, m_parameters, &ParametersPage::setFilter);
        connect(m_models, &QComboBox::activated, this, &DeviceModelPanel::showModel);
        connect(m_use, &QPushButton::clicked, this, &DeviceModelPanel::use);
    }

    void listModels() {
        const QString chosen = m_models->currentText();
        m_models->clear();
        for (const DeviceModel &model : deviceModels()) {
            m_models->addItem(QString::fromStdString(model.name));
            m_models->setItemData(m_models->count() - 1, QString::fromStdString(model.source), Qt::ToolTipRole);
        }
        m_models->setCurrentText(chosen);
    }

    void showModel() {
        const auto found = deviceModelsNamed(m_models->currentText().toStdString());
        if (found.empty()) return;
        const DeviceModel &model = found.front();
        m_parameters->show(model);
        m_fit->setModel(model);
        const bool isUsed = model.name == currentDeviceModel().name;
        m_use->setEnabled(!isUsed);
        m_use->setText(isUsed ? tr("Used for runs") : tr("Use for runs"));
        m_use->setToolTip(tr("Simulated runs that begin from now on take this model (device: Ascend)"));
        m_heading->setText(errorText(model.error));
        m_heading->setToolTip(QString::fromStdString(model.source) +
                              (model.error.how.empty() ? QString()
                                                       : QStringLiteral("\n") + tr("How the error was measured: ") +
                                                             QString::fromStdString(model.error.how)));
    }

    void use() {
        if (!rememberDeviceModel(m_models->currentText())) return;
        m_context.notify(tr("Simulated runs take %1 from now on").arg(m_models->currentText()));
        showModel();
    }

    PanelContext m_context;
    ParametersPage *m_parameters;
    FitPage *m_fit;
    QStackedLayout *m_pages = nullptr;
    QWidget *m_top = nullptr, *m_controls = nullptr;
    QComboBox *m_models = nullptr;
    QPushButton *m_use = nullptr;
    QLabel *m_heading = nullptr;
    SegmentedControl *m_choice = nullptr;
    FilterEdit *m_filter = nullptr;
};

PanelDef devicemodelPanel() {
    return {.id = QStringLiteral("devicemodel"),
            .title = QT_TRANSLATE_NOOP("Panels", "Device model"),
            .summary = QT_TRANSLATE_NOOP("Panels",
                                         "Parameters of the simulated device, and how far they are from real kernels"),
            .area = PanelArea::Bottom,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new DeviceModelPanel(context, parent);
            }};
}

} // namespace devicemodelpanel
} // namespace jitscope

#include "devicemodelpanel.moc"

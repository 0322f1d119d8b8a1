// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/settingsdialog.h"

#include "app/sdk/theme.h"
#include "app/shell/application.h"
#include "app/shell/language.h"
#include "app/shell/mainwindow.h"
#include "app/shell/preferences.h"
#include "engine/importing/plugin.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFontComboBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QTabWidget>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <array>

namespace jitscope {

namespace {

class SettingsDialog : public QDialog {
    Q_DECLARE_TR_FUNCTIONS(jitscope::SettingsDialog)
public:
    SettingsDialog(SettingsPage page, QWidget *parent);
    Preferences preferences() const;

private:
    QWidget *makeGeneralPage();
    QWidget *makePluginsPage();
    void fillPlugins();
    void addFolder();

    Preferences m_before;
    QComboBox *m_theme, *m_language, *m_record;
    QFontComboBox *m_uiFont, *m_codeFont;
    QDoubleSpinBox *m_textPixels;
    QTreeWidget *m_plugins;
    QListWidget *m_folders;
};

/** A combo box of values with the words that stand for them. */
QComboBox *choices(const QList<std::pair<QString, QVariant>> &options, const QVariant &current, QWidget *parent) {
    auto *box = new QComboBox(parent);
    for (const auto &[text, value] : options)
        box->addItem(text, value);
    box->setCurrentIndex(std::max(0, box->findData(current)));
    return box;
}

QFontComboBox *fontChoice(const QString &family, const QFont &byDefault, QWidget *parent) {
    auto *box = new QFontComboBox(parent);
    box->setCurrentFont(family.isEmpty() ? byDefault : QFont(family));
    return box;
}

/** "" while the default stands, so that a font installed later is used. */
QString chosenFamily(const QFontComboBox &box, const QString &before, const QFont &byDefault) {
    const QString family = box.currentFont().family();
    return before.isEmpty() && family == byDefault.families().constFirst() ? QString() : family;
}

SettingsDialog::SettingsDialog(SettingsPage page, QWidget *parent)
    : QDialog(parent)
    , m_before(loadPreferences()) {
    setObjectName(QStringLiteral("settings"));
    setWindowTitle(tr("Settings"));
    resize(680, 460);
    auto *pages = new QTabWidget(this);
    pages->setDocumentMode(true);
    pages->addTab(makeGeneralPage(), tr("General"));
    pages->addTab(makePluginsPage(), tr("Plugins"));
    pages->setCurrentIndex(page == SettingsPage::Plugins ? 1 : 0);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(14, 10, 14, 14);
    column->addWidget(pages, 1);
    column->addWidget(buttons);
}

QWidget *SettingsDialog::makeGeneralPage() {
    auto *page = new QWidget(this);
    auto *form = new QFormLayout(page);
    form->setContentsMargins(4, 14, 4, 4);
    form->setHorizontalSpacing(18);
    form->setVerticalSpacing(metrics::grid);
    form->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
    m_theme = choices({{tr("As the system"), QStringLiteral("system")},
                       {tr("Dark"), QStringLiteral("dark")},
                       {tr("Light"), QStringLiteral("light")},
                       {tr("High contrast"), QStringLiteral("high-contrast")}},
                      m_before.theme, page);
    m_language = choices({{tr("As the system"), QString()},
                          {QStringLiteral("English"), QStringLiteral("en")},
                          {QStringLiteral("简体中文"), QStringLiteral("zh_CN")}},
                         m_before.language, page);
    m_record = choices({{tr("Nothing"), int(RecordLevel::None)},
                        {tr("Operators"), int(RecordLevel::Ops)},
                        {tr("Operators and values"), int(RecordLevel::Values)}},
                       int(m_before.record), page);
    m_uiFont = fontChoice(m_before.uiFamily, uiFont(), page);
    m_codeFont = fontChoice(m_before.codeFamily, codeFont(), page);
    m_codeFont->setFontFilters(QFontComboBox::MonospacedFonts);
    m_textPixels = new QDoubleSpinBox(page);
    m_textPixels->setRange(9, 24);
    m_textPixels->setSingleStep(0.5);
    m_textPixels->setDecimals(1);
    m_textPixels->setSuffix(QStringLiteral(" px"));
    m_textPixels->setValue(m_before.textPixels);
    for (QWidget *field : QList<QWidget *>{m_theme, m_language, m_record, m_uiFont, m_codeFont, m_textPixels})
        field->setMinimumWidth(240);
    form->addRow(tr("Theme"), m_theme);
    form->addRow(tr("Language"), m_language);
    auto *note = new QLabel(tr("Another language is used from the next start on."), page);
    note->setProperty("role", "hint");
    form->addRow(QString(), note);
    form->addRow(tr("Font"), m_uiFont);
    form->addRow(tr("Font of code"), m_codeFont);
    form->addRow(tr("Size of text"), m_textPixels);
    form->addRow(tr("Record of runs"), m_record);
    for (int row = 0; row < form->rowCount(); ++row) {
        const QLayoutItem *label = form->itemAt(row, QFormLayout::LabelRole);
        const QLayoutItem *field = form->itemAt(row, QFormLayout::FieldRole);
        if (label && field) field->widget()->setAccessibleName(static_cast<QLabel *>(label->widget())->text());
    }
    return page;
}

QWidget *SettingsDialog::makePluginsPage() {
    auto *page = new QWidget(this);
    m_plugins = new QTreeWidget(page);
    m_plugins->setObjectName(QStringLiteral("plugins"));
    m_plugins->setAccessibleName(tr("Plugins"));
    m_plugins->setHeaderLabels({tr("Name"), tr("Version"), tr("Kind"), tr("State"), tr("File")});
    m_plugins->setRootIsDecorated(false);
    m_plugins->setTextElideMode(Qt::ElideMiddle);
    fillPlugins();
    constexpr std::array<int, 4> widths = {150, 70, 90, 110};
    for (int column = 0; column < int(widths.size()); ++column)
        m_plugins->setColumnWidth(column, widths[size_t(column)]);

    m_folders = new QListWidget(page);
    m_folders->setAccessibleName(tr("Folders of plugins"));
    m_folders->addItems(m_before.pluginFolders);
    m_folders->setMaximumHeight(90);
    auto *add = new QPushButton(tr("Add folder..."), page);
    auto *remove = new QPushButton(tr("Remove"), page);
    connect(add, &QPushButton::clicked, this, &SettingsDialog::addFolder);
    connect(remove, &QPushButton::clicked, this, [this] { delete m_folders->currentItem(); });
    auto *note = new QLabel(tr("Plugins are programs: they are loaded only from the program's own folder and from "
                               "these folders. A folder that is taken away is left out from the next start on."),
                            page);
    note->setProperty("role", "hint");
    note->setWordWrap(true);

    auto *buttons = new QHBoxLayout;
    buttons->addWidget(add);
    buttons->addWidget(remove);
    buttons->addStretch(1);
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(4, 10, 4, 4);
    column->addWidget(m_plugins, 1);
    column->addWidget(note);
    column->addWidget(m_folders);
    column->addLayout(buttons);
    return page;
}

void SettingsDialog::fillPlugins() {
    m_plugins->clear();
    for (const PluginStatus &status : pluginStatuses()) {
        const QString path = QString::fromStdString(status.path);
        const QString name = QString::fromStdString(status.manifest.name);
        const std::string_view kind = toString(status.manifest.kind);
        const QString error = QString::fromStdString(status.error);
        const bool known = !name.isEmpty();
        auto *row = new QTreeWidgetItem(
            m_plugins, {known ? name : QFileInfo(path).fileName(), QString::fromStdString(status.manifest.version),
                        known ? QString::fromUtf8(kind.data(), qsizetype(kind.size())) : QString(),
                        status.loaded ? tr("loaded") : tr("not loaded: %1").arg(error), path});
        if (!status.loaded) row->setForeground(3, currentTheme().error);
        for (int column = 0; column < row->columnCount(); ++column)
            row->setToolTip(column, row->text(column));
    }
}

void SettingsDialog::addFolder() {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder of plugins"));
    if (folder.isEmpty() || !m_folders->findItems(folder, Qt::MatchExactly).isEmpty()) return;
    m_folders->addItem(folder);
    loadPlugins(folder.toStdString());
    fillPlugins();
}

Preferences SettingsDialog::preferences() const {
    Preferences chosen;
    chosen.theme = m_theme->currentData().toString();
    chosen.language = m_language->currentData().toString();
    chosen.uiFamily = chosenFamily(*m_uiFont, m_before.uiFamily, uiFont());
    chosen.codeFamily = chosenFamily(*m_codeFont, m_before.codeFamily, codeFont());
    chosen.textPixels = m_textPixels->value();
    chosen.record = RecordLevel(m_record->currentData().toInt());
    for (int row = 0; row < m_folders->count(); ++row)
        chosen.pluginFolders.append(m_folders->item(row)->text());
    return chosen;
}

} // namespace

void showSettings(MainWindow &window, SettingsPage page) {
    SettingsDialog dialog(page, &window);
    if (dialog.exec() != QDialog::Accepted) return;
    const Preferences before = loadPreferences(), chosen = dialog.preferences();
    if (chosen == before) return;
    savePreferences(chosen);
    applyLook(chosen);
    RunOptions options = window.runner().options();
    options.record = chosen.record;
    window.runner().setOptions(options);
}

} // namespace jitscope

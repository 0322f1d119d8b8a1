// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/pluginspage.h"

#include "app/sdk/pluginpanels.h"
#include "app/sdk/pluginswitches.h"
#include "app/sdk/theme.h"
#include "app/shell/builtins.h"
#include "engine/extension/pluginloader.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <array>

namespace jitscope {
inline namespace shell {

namespace {

enum Column { Name, Brings, State, File };
constexpr int pathRole = Qt::UserRole;

const PluginStatus *statusOf(const QString &path) {
    for (const PluginStatus &status : pluginStatuses())
        if (QString::fromStdString(status.path) == path) return &status;
    return nullptr;
}

/** The name as the user knows it: of a panel its title. */
QString shownName(const Extension &extension) {
    const QString name = QString::fromStdString(extension.name);
    const PanelDef *panel = extension.kind == PluginKind::Panel ? pluginPanel(name) : nullptr;
    return panel ? titleOf(*panel) : name;
}

void addKind(QStringList &parts, const QString &title, PluginKind kind, const PluginManifest &manifest) {
    QStringList names;
    for (const Extension &extension : manifest.brings)
        if (extension.kind == kind) names << shownName(extension);
    if (!names.isEmpty()) parts << title.arg(names.join(QStringLiteral(", ")));
}

} // namespace

QString broughtBy(const PluginStatus &status) {
    QStringList parts;
    addKind(parts, PluginsPage::tr("passes: %1"), PluginKind::Pass, status.manifest);
    addKind(parts, PluginsPage::tr("panels: %1"), PluginKind::Panel, status.manifest);
    addKind(parts, PluginsPage::tr("importers: %1"), PluginKind::Importer, status.manifest);
    addKind(parts, PluginsPage::tr("device models: %1"), PluginKind::DeviceModel, status.manifest);
    return parts.join(QStringLiteral("; "));
}

PluginsPage::PluginsPage(const QStringList &folders, std::function<bool(const QString &)> isPanelOpen, QWidget *parent)
    : QWidget(parent)
    , m_isPanelOpen(std::move(isPanelOpen))
    , m_plugins(new QTreeWidget(this))
    , m_details(new QLabel(this))
    , m_folders(new QListWidget(this)) {
    m_plugins->setObjectName(QStringLiteral("plugins"));
    m_plugins->setAccessibleName(tr("Plugins"));
    m_plugins->setHeaderLabels({tr("Plugin"), tr("Brings"), tr("State"), tr("File")});
    m_plugins->setRootIsDecorated(false);
    m_plugins->setTextElideMode(Qt::ElideMiddle);
    constexpr std::array<int, 3> widths = {170, 200, 110};
    for (int column = 0; column < int(widths.size()); ++column)
        m_plugins->setColumnWidth(column, widths[size_t(column)]);
    m_details->setObjectName(QStringLiteral("pluginDetails"));
    m_details->setWordWrap(true);
    m_details->setTextFormat(Qt::PlainText);
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_details->setMinimumHeight(4 * m_details->fontMetrics().lineSpacing());
    m_details->setAlignment(Qt::AlignTop);
    m_folders->setAccessibleName(tr("Folders of plugins"));
    m_folders->addItems(folders);
    m_folders->setMaximumHeight(3 * metrics::rowHeight);
    auto *add = new QPushButton(tr("Add folder..."), this);
    auto *remove = new QPushButton(tr("Remove"), this);
    connect(add, &QPushButton::clicked, this, &PluginsPage::addFolder);
    connect(remove, &QPushButton::clicked, this, [this] { delete m_folders->currentItem(); });
    auto *note = new QLabel(tr("Plugins are programs: they are loaded only from the program's own folder and from "
                               "these folders. Examples are off until you switch them on. A switch acts at once where "
                               "that is possible; its state says so where it is not."),
                            this);
    note->setProperty("role", "hint");
    note->setWordWrap(true);

    auto *buttons = new QHBoxLayout;
    buttons->addWidget(add);
    buttons->addWidget(remove);
    buttons->addStretch(1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(4, 10, 4, 4);
    column->addWidget(m_plugins, 1);
    column->addWidget(m_details);
    column->addWidget(note);
    column->addWidget(m_folders);
    column->addLayout(buttons);
    fill();
    connect(m_plugins, &QTreeWidget::itemChanged, this, &PluginsPage::onChanged);
    connect(m_plugins, &QTreeWidget::currentItemChanged, this, &PluginsPage::showDetails);
    m_plugins->setCurrentItem(m_plugins->topLevelItem(0));
}

QStringList PluginsPage::folders() const {
    QStringList paths;
    for (int row = 0; row < m_folders->count(); ++row)
        paths << m_folders->item(row)->text();
    return paths;
}

QString PluginsPage::stateOf(const PluginStatus &status) const {
    const bool staysUntilTheEnd =
        status.manifest.bringsAny(PluginKind::Importer) || status.manifest.bringsAny(PluginKind::Panel);
    if (status.isOff) return staysUntilTheEnd ? tr("off from the next start") : tr("off");
    if (!status.loaded) return tr("failed");
    for (const Extension &extension : status.manifest.brings)
        if (extension.kind == PluginKind::Panel && !m_isPanelOpen(QString::fromStdString(extension.name)))
            return tr("its panels come with the next start");
    return isPluginWanted(QString::fromStdString(status.path)) ? tr("loaded") : tr("loaded for this time");
}

void PluginsPage::fill() {
    const QScopedValueRollback<bool> filling(m_isFilling, true);
    const QString current = m_plugins->currentItem() ? m_plugins->currentItem()->data(Name, pathRole).toString() : "";
    m_plugins->clear();
    for (const PluginStatus &status : pluginStatuses())
        addRow(status);
    for (int row = 0; row < m_plugins->topLevelItemCount(); ++row)
        if (m_plugins->topLevelItem(row)->data(Name, pathRole).toString() == current)
            m_plugins->setCurrentItem(m_plugins->topLevelItem(row));
}

void PluginsPage::addRow(const PluginStatus &status) {
    const QString path = QString::fromStdString(status.path);
    auto *row = new QTreeWidgetItem(m_plugins, {pluginName(path), broughtBy(status), stateOf(status), path});
    row->setData(Name, pathRole, path);
    row->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    row->setCheckState(Name, isPluginWanted(path) ? Qt::Checked : Qt::Unchecked);
    if (!status.loaded && !status.isOff) row->setForeground(State, currentTheme().error);
    for (int column = 0; column < row->columnCount(); ++column)
        row->setToolTip(column, row->text(column));
}

void PluginsPage::onChanged(QTreeWidgetItem *row, int column) {
    if (m_isFilling || column != Name) return;
    const QString path = row->data(Name, pathRole).toString();
    const bool isWanted = row->checkState(Name) == Qt::Checked;
    setPluginWanted(path, isWanted);
    if (isWanted) {
        loadPlugin(path.toStdString());
    } else {
        switchPluginOff(path.toStdString());
    }
    // The row is in the middle of its change.
    QMetaObject::invokeMethod(this, &PluginsPage::fill, Qt::QueuedConnection);
    QMetaObject::invokeMethod(this, &PluginsPage::showDetails, Qt::QueuedConnection);
    Q_EMIT switched();
}

void PluginsPage::showDetails() {
    const QTreeWidgetItem *row = m_plugins->currentItem();
    const PluginStatus *status = row ? statusOf(row->data(Name, pathRole).toString()) : nullptr;
    if (!status) {
        m_details->clear();
        return;
    }
    QStringList lines;
    if (!status->error.empty()) lines << tr("Error: %1").arg(QString::fromStdString(status->error));
    const PluginManifest &manifest = status->manifest;
    if (!manifest.summary.empty())
        lines << QString::fromStdString(manifest.version) + QStringLiteral(" · ") +
                     QString::fromStdString(manifest.summary);
    if (const QString brings = broughtBy(*status); !brings.isEmpty()) lines << tr("Brings %1.").arg(brings);
    if (status->isOff && manifest.name.empty())
        lines << tr("It is off, so none of its code was run: what it brings is known once it is on.");
    if (manifest.bringsAny(PluginKind::Pass) && status->loaded) lines << tr("It changes how programs are compiled.");
    lines << QString::fromStdString(status->path);
    m_details->setText(lines.join(QLatin1Char('\n')));
}

void PluginsPage::addFolder() {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder of plugins"));
    if (folder.isEmpty() || !m_folders->findItems(folder, Qt::MatchExactly).isEmpty()) return;
    m_folders->addItem(folder);
    (void)loadWantedPlugins({folder}, {});
    fill();
    Q_EMIT switched();
}

} // namespace shell
} // namespace jitscope

#include "moc_pluginspage.cpp"

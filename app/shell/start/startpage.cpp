// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/start/startpage.h"

#include "app/guide/samples.h"
#include "app/sdk/icons.h"
#include "app/sdk/jobs.h"
#include "app/sdk/theme.h"
#include "app/shell/commands.h"
#include "app/shell/preferences.h"
#include "app/shell/start/cardgrid.h"
#include "app/shell/start/recentrow.h"
#include "app/shell/start/samplecard.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace jitscope {
inline namespace shell {

namespace {

constexpr int logoSize = 40;
constexpr int sideWidthInLetters = 44, contentWidthInLetters = 190;
constexpr int wideGap = 5 * metrics::grid, sectionGap = 3 * metrics::grid;
constexpr int newsLimit = 4;
const QString missingTag = QStringLiteral("startPage.missing");
const QString startKey = QStringLiteral("window/startPage");

QLabel *sectionTitle(const QString &text, QWidget *parent) {
    auto *label = new QLabel(text, parent);
    label->setProperty("role", "section");
    return label;
}

/** A row that is a button: an icon, words, and the key at its end. */
QPushButton *rowButton(const QString &icon, const QString &text, const QString &key, QWidget *parent) {
    auto *button = new QPushButton(themedIcon(icon, IconRole::Accent), text, parent);
    button->setProperty("role", "startrow");
    button->setAutoDefault(true); // Enter presses it, too
    button->setCursor(Qt::PointingHandCursor);
    button->setAccessibleName(text);
    if (key.isEmpty()) return button;
    auto *row = new QHBoxLayout(button);
    row->setContentsMargins(0, 0, metrics::grid, 0);
    auto *label = new QLabel(key, button);
    label->setProperty("role", "hint");
    label->setAttribute(Qt::WA_TransparentForMouseEvents);
    row->addStretch(1);
    row->addWidget(label);
    return button;
}

} // namespace

StartPage::StartPage(const QHash<QString, QAction *> &commands, Jobs &jobs, QWidget *parent)
    : QScrollArea(parent)
    , m_commands(commands)
    , m_jobs(jobs) {
    setObjectName(QStringLiteral("startPage"));
    setAccessibleName(tr("Start page"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
}

void StartPage::refresh() {
    auto *page = new QWidget(this);
    page->setObjectName(QStringLiteral("startContent"));
    auto *all = new QHBoxLayout(page);
    all->setContentsMargins(wideGap, wideGap - metrics::grid, wideGap, wideGap);
    auto *content = new QWidget(page);
    content->setMaximumWidth(fontMetrics().averageCharWidth() * contentWidthInLetters);
    auto *columns = new QHBoxLayout(content);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->setSpacing(wideGap);
    auto *side = new QVBoxLayout, *main = new QVBoxLayout;
    for (QVBoxLayout *column : {side, main})
        column->setSpacing(2);
    columns->addLayout(side);
    columns->addLayout(main, 1);
    all->addStretch(1);
    all->addWidget(content, 100);
    all->addStretch(1);

    addTitle(*side);
    addCommands(*side);
    addGuide(*side);
    addNews(*side);
    side->addStretch(1);
    addStartChoice(*side);
    addRecent(*main);
    addSamples(*main);
    main->addStretch(1);
    setWidget(page); // deletes the one before
    setFocusProxy(page->findChild<QPushButton *>());
    markMissing();
}

void StartPage::addTitle(QVBoxLayout &column) {
    auto *row = new QHBoxLayout;
    row->setSpacing(metrics::grid + 4);
    auto *logo = new QLabel(this);
    logo->setAccessibleName(QStringLiteral("JitScope"));
    logo->setPixmap(
        QIcon(QStringLiteral(":/icons/jitscope.svg")).pixmap(QSize(logoSize, logoSize), devicePixelRatioF()));
    auto *words = new QVBoxLayout;
    words->setSpacing(0);
    auto *name = new QLabel(QStringLiteral("JitScope"), this);
    QFont large = boldUiFont();
    large.setPointSizeF(large.pointSizeF() * 1.9);
    name->setFont(large);
    auto *sentence = new QLabel(tr("See what your tensor program does"), this);
    sentence->setProperty("role", "secondary");
    words->addWidget(name);
    words->addWidget(sentence);
    row->addWidget(logo, 0, Qt::AlignVCenter);
    row->addLayout(words, 1);
    column.addLayout(row);
    column.addSpacing(sectionGap);
}

void StartPage::addCommands(QVBoxLayout &column) {
    column.addWidget(sectionTitle(tr("Start"), this));
    const std::pair<const char *, const char *> entries[] = {{"open", "open"},
                                                             {"open-folder", "layout"},
                                                             {"open-trace", "timeline"},
                                                             {"new-script", "new"},
                                                             {"tour", "run"}};
    for (const auto &[id, icon] : entries) {
        QAction *action = m_commands.value(QLatin1String(id));
        if (!action) continue;
        QPushButton *button = rowButton(QLatin1String(icon), plainText(action->text()).remove(QLatin1Char('&')),
                                        action->shortcut().toString(QKeySequence::NativeText), this);
        button->setObjectName(QStringLiteral("start-") + QLatin1String(id));
        button->setToolTip(action->statusTip());
        button->setMinimumWidth(fontMetrics().averageCharWidth() * sideWidthInLetters);
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        column.addWidget(button);
    }
    column.addSpacing(sectionGap);
}

void StartPage::addGuide(QVBoxLayout &column) {
    column.addWidget(sectionTitle(tr("Guide"), this));
    for (const GuidePage &page : GuideBook::current().pages()) {
        if (page.id == QStringLiteral("whats-new")) continue; // it has a place of its own
        QPushButton *button = rowButton(QStringLiteral("note"), page.title(), {}, this);
        button->setObjectName(QStringLiteral("guide-") + page.id);
        connect(button, &QPushButton::clicked, this, [this, id = page.id] { Q_EMIT guideWanted({id, {}}); });
        column.addWidget(button);
    }
    column.addSpacing(sectionGap);
}

void StartPage::addNews(QVBoxLayout &column) {
    const GuidePage *news = GuideBook::current().page(QStringLiteral("whats-new"));
    if (!news) return;
    column.addWidget(sectionTitle(tr("New in %1").arg(QApplication::applicationVersion()), this));
    for (const QString &point : pointsOf(*news, newsLimit)) {
        auto *label = new QLabel(this);
        label->setTextFormat(Qt::MarkdownText);
        label->setText(point);
        label->setProperty("role", "secondary");
        label->setWordWrap(true);
        label->setContentsMargins(metrics::grid, 3, metrics::grid, 3);
        column.addWidget(label);
    }
    QPushButton *all = rowButton(QStringLiteral("info"), tr("All that is new"), {}, this);
    connect(all, &QPushButton::clicked, this, [this, id = news->id] { Q_EMIT guideWanted({id, {}}); });
    column.addWidget(all);
    column.addSpacing(sectionGap);
}

void StartPage::addRecent(QVBoxLayout &column) {
    const QList<RecentFile> files = recentFilesWithTimes();
    if (files.isEmpty()) return;
    column.addWidget(sectionTitle(tr("Open again"), this));
    for (const RecentFile &file : files) {
        auto *row = new RecentRow(file, this);
        connect(row, &QAbstractButton::clicked, this, [this, row] {
            if (!row->isMissing()) Q_EMIT fileChosen(row->path());
        });
        connect(row, &RecentRow::removeWanted, row, [row] {
            removeRecentFile(row->path());
            row->hide();
            row->deleteLater();
        });
        column.addWidget(row);
    }
    column.addSpacing(sectionGap);
}

void StartPage::addSamples(QVBoxLayout &column) {
    column.addWidget(sectionTitle(tr("Samples"), this));
    column.addSpacing(metrics::grid / 2);
    auto *grid = new CardGrid(this);
    for (const Sample &sample : samples()) {
        auto *card = new SampleCard(sample, grid);
        connect(card, &QAbstractButton::clicked, this, [this, file = sample.file] { Q_EMIT sampleChosen(file); });
        grid->add(card);
    }
    column.addWidget(grid);
}

void StartPage::addStartChoice(QVBoxLayout &column) {
    auto *choice = new QCheckBox(tr("Show this page at start"), this);
    choice->setObjectName(QStringLiteral("showAtStart"));
    choice->setChecked(startsWithStartPage());
    connect(choice, &QCheckBox::toggled, choice, [](bool wanted) { setStartsWithStartPage(wanted); });
    column.addWidget(choice);
}

QList<RecentRow *> StartPage::recentRows() const {
    return findChildren<RecentRow *>();
}

void StartPage::markMissing() {
    QStringList paths;
    for (const RecentRow *row : recentRows())
        paths.append(row->path());
    if (paths.isEmpty()) return;
    m_jobs.run(
        missingTag, tr("Looking for the files that were open before"), this,
        [paths](const CancelFlag &) {
            QStringList missing;
            for (const QString &path : paths)
                if (!QFileInfo::exists(path)) missing.append(path);
            return missing;
        },
        [this](const QStringList &missing) {
            for (RecentRow *row : recentRows())
                row->setMissing(missing.contains(row->path()));
        });
}

void StartPage::changeEvent(QEvent *event) {
    QScrollArea::changeEvent(event);
    const bool hasPage = widget() != nullptr;
    if (hasPage && (event->type() == QEvent::LanguageChange || event->type() == QEvent::FontChange))
        QMetaObject::invokeMethod(this, &StartPage::refresh, Qt::QueuedConnection);
}

void StartPage::keyPressEvent(QKeyEvent *event) {
    if (event->key() == Qt::Key_Escape) {
        Q_EMIT closeWanted();
        return;
    }
    QScrollArea::keyPressEvent(event);
}

bool startsWithStartPage() {
    return settingsFile().value(startKey, true).toBool();
}

void setStartsWithStartPage(bool wanted) {
    settingsFile().setValue(startKey, wanted);
}

} // namespace shell
} // namespace jitscope

#include "moc_startpage.cpp"

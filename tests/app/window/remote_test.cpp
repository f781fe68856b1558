#include "app/window/compare/compare_window.h"
#include "app/window/recent/recent_files.h"
#include "app/window/recent/recent_locations.h"
#include "app/window/recent/recent_pairs.h"
#include "app/window/scan_control.h"
#include "app/window/window_actions.h"
#include "items/compare/paired_checkpoints.h"
#include "items/jobs/job_runner.h"
#include "items/renaming/rename_draft.h"
#include "remote_fixture.h"
#include "support/file_content.h"
#include "support/temporary_file.h"
#include "views/compare/comparison_tabs.h"
#include "views/compare/pair_heat_map_tab.h"
#include "views/compare/pair_histogram_tab.h"
#include "views/details/details_tabs.h"
#include "views/details/digest_panel.h"
#include "views/heat_map/heat_map_canvas.h"
#include "views/heat_map/heat_map_view.h"
#include "views/histogram/histogram_view.h"
#include "views/histogram/ridgelines_view.h"
#include "views/kit/job_words.h"
#include "views/renaming/pairing_dialog.h"
#include "views/start/location_dialog.h"
#include "views/writing/write_dialog.h"
#include "views/writing/write_status.h"

#include <QComboBox>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPointer>
#include <QPushButton>
#include <QScopeGuard>
#include <QSettings>
#include <QStatusBar>
#include <QToolButton>

#include <gmock/gmock.h>

#include <fstream>

namespace loupe {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr const char* smallModel = "/gpt2-tiny.safetensors"; // 144,192 bytes
constexpr const char* eightyMiB = "/model/1x40x1024/model-00001-of-00001.safetensors";
constexpr const char* largeTensor = "/model/1x1x40000/model-00001-of-00001.safetensors"; // 81,920,000 bytes

class RemoteTest : public test::RemoteWindowTest {
protected:
    QLabel* network() const
    {
        for (auto* const label : m_window.statusBar()->findChildren<QLabel*>()) {
            if (label->accessibleName() == u"Network")
                return label;
        }
        return nullptr;
    }
    static QToolButton* fetchButton(QWidget& view)
    {
        for (auto* const button : view.findChildren<QToolButton*>()) {
            if (button->text().startsWith(u"Fetch ") && !button->isHidden())
                return button;
        }
        return nullptr;
    }
    void drop(QMimeData& data)
    {
        QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&m_window, &enter);
        EXPECT_TRUE(enter.isAccepted());
        QDropEvent dropped(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&m_window, &dropped);
    }
};

TEST_F(RemoteTest, OfflineNoticeShowsDateOfCopy)
{
    static const test::TemporaryFolder folder;
    const auto keeping = [] {
        auto files = std::make_unique<remote::NetworkFiles>();
        files->keepOnDisk({folder.path(), std::uint64_t{64} << 20});
        return files;
    };
    ASSERT_TRUE(keeping()->open(server().url(smallModel)));
    static const auto offline = keeping(); // the window outlives this test
    offline->setOffline();
    const auto backToUsual = qScopeGuard([usual = remoteFiles()] { setRemoteFiles(usual); });
    setRemoteFiles(offline.get());
    openUrl(smallModel);
    EXPECT_THAT(notices(), HasSubstr("This is the copy from"));
    openUrl("/none.safetensors");
    EXPECT_THAT(notices(), HasSubstr("--offline"));
}

TEST_F(RemoteTest, AnAddressIsOpenedAndTheStatusLineSaysWhatWasRead)
{
    openUrl(smallModel);
    ASSERT_NE(test::document(m_window).current(), nullptr) << m_window.failure().toStdString();
    EXPECT_THAT(m_window.windowTitle().toStdString(), HasSubstr("gpt2-tiny.safetensors"));
    ASSERT_NE(network(), nullptr);
    EXPECT_THAT(network()->text().toStdString(), HasSubstr(" of 140.8 KiB read"));
    EXPECT_FALSE(network()->isHidden());
    EXPECT_EQ(notices(), "");

    const QString before = network()->text();
    test::details(m_window).showTab(DetailsTab::Histogram);
    select("wte");
    EXPECT_TRUE(await([&] { return network()->text() != before; })) << "more was read";
    EXPECT_EQ(m_window.findChild<HistogramView*>()->message().toStdString(), "");

    open(sample());
    EXPECT_EQ(network()->text(), QString()) << "a local file";
}

TEST_F(RemoteTest, FailedOpeningKeepsTheFigureOfTheOpenFile)
{
    openUrl(smallModel);
    ASSERT_NE(network(), nullptr);
    const QString before = network()->text();
    EXPECT_THAT(before.toStdString(), HasSubstr(" of 140.8 KiB read"));
    openUrl("/none.safetensors");
    EXPECT_NE(notices(), "");
    EXPECT_EQ(network()->text().toStdString(), before.toStdString());
}

TEST_F(RemoteTest, AScanSaysWhatItFetchesAndWaitsForAYes)
{
    openUrl(eightyMiB);
    const std::uint64_t before = bytesSent();
    EXPECT_LT(before, 1U << 20);
    test::scan(m_window).start();
    EXPECT_TRUE(m_window.isIdle());
    EXPECT_THAT(notices(), HasSubstr("Scanning all values fetches 80.0 MiB over the network."));
    EXPECT_EQ(bytesSent(), before);
    ASSERT_NE(noticeButton(QStringLiteral("Fetch 80.0 MiB")), nullptr);
    noticeButton(QStringLiteral("Fetch 80.0 MiB"))->click();
    EXPECT_TRUE(test::scan(m_window).isBusy());
    ASSERT_TRUE(awaitIdle());
    EXPECT_TRUE(test::scan(m_window).scan().isComplete());
    EXPECT_GE(bytesSent(), before + 79 * 1'048'576U);
    EXPECT_THAT(notices(), Not(HasSubstr("network")));
}

TEST_F(RemoteTest, EscapeDismissesTheQuestionsAboutAFetch)
{
    openUrl(eightyMiB);
    m_window.activateWindow();
    const auto& actions = *m_window.findChild<WindowActions*>();
    const std::uint64_t before = bytesSent();
    test::scan(m_window).start();
    EXPECT_TRUE(test::notices(m_window).hasQuestion()) << notices();
    EXPECT_TRUE(actions.stop->isEnabled());
    QTest::keyClick(&m_window, Qt::Key_Escape);
    EXPECT_FALSE(test::notices(m_window).hasQuestion()) << notices();
    EXPECT_FALSE(actions.stop->isEnabled());
    EXPECT_EQ(bytesSent(), before);
}

TEST(RateText, NamesTheSilentHostInPlaceOfARate)
{
    JobProgress progress;
    progress.perSecond = 1024;
    EXPECT_EQ(rateText(progress), QStringLiteral("1.0 KiB/s"));
    progress.silentHost = QStringLiteral("example.org");
    EXPECT_EQ(rateText(progress), QStringLiteral("waiting for example.org"));
}

TEST_F(RemoteTest, ALargeTensorIsFetchedWhenSomebodyWantsIt)
{
    openUrl(largeTensor);
    const std::uint64_t before = bytesSent();
    test::details(m_window).showTab(DetailsTab::Histogram);
    ASSERT_TRUE(m_window.tree().selectNode(0));
    ASSERT_TRUE(awaitIdle());
    auto& histogram = *m_window.findChild<HistogramView*>();
    EXPECT_EQ(histogram.message().toStdString(), "The values are on a server. Showing them fetches 78.1 MiB.");
    test::details(m_window).showTab(DetailsTab::HeatMap);
    ASSERT_TRUE(awaitIdle());
    auto& heatMap = *m_window.findChild<HeatMapView*>();
    EXPECT_EQ(heatMap.canvas().message(), histogram.message());
    ASSERT_NE(fetchButton(heatMap), nullptr);
    EXPECT_EQ(fetchButton(heatMap)->text(), QStringLiteral("Fetch 78.1 MiB"));
    EXPECT_EQ(bytesSent(), before);

    test::details(m_window).showTab(DetailsTab::Histogram);
    ASSERT_NE(fetchButton(histogram), nullptr);
    fetchButton(histogram)->click();
    EXPECT_FALSE(m_window.isIdle());
    ASSERT_TRUE(awaitIdle());
    EXPECT_EQ(histogram.message().toStdString(), "");
    EXPECT_EQ(fetchButton(histogram), nullptr);
    EXPECT_GE(bytesSent(), before + 81'000'000);
}

TEST_F(RemoteTest, ADigestsButtonSaysWhatItFetches)
{
    openUrl("/~id=digest" + std::string(eightyMiB));
    const std::uint64_t before = bytesSent();
    auto& panel = *m_window.findChild<DigestPanel*>();
    const auto texts = [&] {
        QStringList list;
        for (const auto* const button : panel.findChildren<QPushButton*>())
            list << button->text();
        return list.join(u' ').toStdString();
    };
    EXPECT_THAT(texts(), HasSubstr("Compute (fetch 80.0 MiB)"));
    test::details(m_window).computeDigest(0); // 2 MiB
    ASSERT_TRUE(await([&] { return !panel.isBusy(); }));
    EXPECT_THAT(texts(), AllOf(HasSubstr("Compute"), Not(HasSubstr("fetch"))));
    EXPECT_GE(bytesSent(), before + 2'000'000);
}

TEST_F(RemoteTest, WhatIsWrittenSaysWhatItFetches)
{
    openUrl(eightyMiB);
    m_window.findChild<WindowActions*>()->convert->trigger();
    auto* const dialog = m_window.findChild<WriteDialog*>();
    ASSERT_NE(dialog, nullptr);
    ASSERT_TRUE(await([&] { return dialog->isIdle(); }));
    EXPECT_EQ(dialog->status().write().text(), QStringLiteral("Fetch 80.0 MiB and write"));
    dialog->reject();
}

TEST_F(RemoteTest, OpeningCanBeStopped)
{
    m_window.open(url("/~never/~id=stop/gpt2-tiny.safetensors"));
    EXPECT_EQ(test::document(m_window).state(), Document::State::Loading);
    ASSERT_TRUE(await([&] { return noticeButton(QStringLiteral("Stop")) != nullptr; }));
    EXPECT_THAT(notices(), StartsWith("Opening http://127.0.0.1"));
    noticeButton(QStringLiteral("Stop"))->click();
    EXPECT_EQ(test::document(m_window).state(), Document::State::Empty);
    EXPECT_TRUE(m_window.isIdle());
    EXPECT_EQ(notices(), "");
}

TEST_F(RemoteTest, WhatTheServerRefusesIsOneSentence)
{
    for (const auto& [path, sentence] :
        std::initializer_list<std::pair<const char*, const char*>>{{"/none.safetensors", "there is no such file"},
            {"/~status=403/gpt2-tiny.safetensors", "access is refused"},
            {"/~status=503/gpt2-tiny.safetensors", "the server answers 503"},
            {"/~drop/gpt2-tiny.safetensors", "127.0.0.1"}}) {
        openUrl(path);
        EXPECT_EQ(test::document(m_window).state(), Document::State::Failed) << path;
        EXPECT_THAT(notices(), HasSubstr(sentence));
        EXPECT_EQ(test::notices(m_window).count(), 1) << notices();
        EXPECT_THAT(m_window.failure().toStdString(), HasSubstr(sentence));
    }
}

TEST_F(RemoteTest, AFileThatChangedOnTheServerIsOfferedForReloading)
{
    openUrl("/~change=1/~id=changed/gpt2-tiny.safetensors");
    ASSERT_NE(test::document(m_window).current(), nullptr) << m_window.failure().toStdString();
    test::details(m_window).showTab(DetailsTab::Histogram);
    select("wte");
    EXPECT_THAT(m_window.findChild<HistogramView*>()->message().toStdString(), HasSubstr("changed"));
    ASSERT_TRUE(await([&] { return noticeButton(QStringLiteral("Reload")) != nullptr; }));
    EXPECT_EQ(notices(), "Changed on the server: values cannot be read.");
    const OpenedCheckpointPtr before = test::document(m_window).current();
    noticeButton(QStringLiteral("Reload"))->click();
    ASSERT_TRUE(await([&] { return test::document(m_window).current() != before; }));
    select("wte");
    EXPECT_EQ(m_window.findChild<HistogramView*>()->message().toStdString(), "");
    EXPECT_EQ(notices(), "");
}

TEST_F(RemoteTest, ADroppedLinkIsOpened)
{
    QMimeData link;
    link.setData(QStringLiteral("text/uri-list"), ("# a comment\r\n" + server().url(smallModel) + "\r\n").c_str());
    drop(link);
    ASSERT_TRUE(await([&] { return test::document(m_window).current() != nullptr; }));
    EXPECT_EQ(test::document(m_window).path(), url(smallModel));
    test::document(m_window).close();

    QMimeData text;
    text.setText(QStringLiteral(" ") + toQString(server().url(smallModel)) + QStringLiteral("\n"));
    drop(text);
    EXPECT_TRUE(await([&] { return test::document(m_window).current() != nullptr; }));

    QMimeData other;
    other.setText(QStringLiteral("see http:// and others"));
    QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &other, Qt::LeftButton, Qt::NoModifier);
    enter.ignore();
    QCoreApplication::sendEvent(&m_window, &enter);
    EXPECT_FALSE(enter.isAccepted());
}

TEST_F(RemoteTest, WhatNeedsALocalFileSaysWhy)
{
    openUrl(smallModel);
    ASSERT_TRUE(m_window.tree().selectNode(0));
    emit m_window.tree().dragRequested();
    EXPECT_THAT(notices(), HasSubstr("cannot be dragged out"));
    const auto& actions = *m_window.findChild<WindowActions*>();
    Options options;
    options.edits.drops.push_back(*Glob::parse("wte*"));
    m_window.apply(options);
    ASSERT_TRUE(awaitIdle());
    EXPECT_FALSE(actions.save->isEnabled());
    EXPECT_THAT(actions.save->toolTip().toStdString(), HasSubstr("only read"));
    EXPECT_TRUE(actions.saveAs->isEnabled());
    test::edits(m_window).clear();
}

TEST_F(RemoteTest, AComparisonSaysWhatItFetchesAndWaitsForAYes)
{
    CompareWindow window(
        false, toPath(url("/~id=a" + std::string(eightyMiB))), toPath(url("/~id=b" + std::string(eightyMiB))));
    window.show();
    ASSERT_TRUE(await([&] { return window.isIdle(); }));
    ASSERT_EQ(window.failure(), QString());
    NoticeBar& bar = test::notices(window);
    EXPECT_THAT(
        bar.texts().join(u'\n').toStdString(), HasSubstr("Comparing all values fetches 160.0 MiB over the network."));
    EXPECT_LT(bytesSent(), 1U << 20);
    QPushButton* fetch = nullptr;
    for (auto* const button : bar.findChildren<QPushButton*>()) {
        if (button->text() == u"Fetch 160.0 MiB")
            fetch = button;
    }
    ASSERT_NE(fetch, nullptr);
    fetch->click();
    EXPECT_FALSE(window.isIdle());
    ASSERT_TRUE(await([&] { return window.isIdle(); }));
    EXPECT_THAT(bar.texts().join(u'\n').toStdString(), Not(HasSubstr("network")));
    EXPECT_GE(bytesSent(), 159U << 20);
}

TEST_F(RemoteTest, RidgelinesOfLargeTensorsAreFetchedWhenSomebodyWantsThem)
{
    Options options;
    for (const char* const part : {"gate_proj", "up_proj", "down_proj"})
        options.select << QStringLiteral("model.layers.0.mlp.experts.0.%1.weight").arg(QLatin1String(part));
    options.view = DetailsTab::Histogram;
    m_window.apply(options);
    const std::uint64_t before = bytesSent();
    openUrl("/~id=ridges/model/1x4x16384/model-00001-of-00001.safetensors"); // 32 MiB each
    auto& ridgelines = *m_window.findChild<RidgelinesView*>();
    EXPECT_EQ(ridgelines.message().toStdString(), "The values are on a server. Showing them fetches 96.0 MiB.");
    EXPECT_LT(bytesSent(), before + 1'048'576U) << "no values, not even of the first one";
    ASSERT_NE(fetchButton(ridgelines), nullptr);
    EXPECT_EQ(fetchButton(ridgelines)->text(), QStringLiteral("Fetch 96.0 MiB"));
    fetchButton(ridgelines)->click();
    ASSERT_TRUE(awaitIdle());
    EXPECT_EQ(ridgelines.message().toStdString(), "");
    EXPECT_GE(bytesSent(), before + 96 * 1'048'576U);
}

TEST_F(RemoteTest, ViewsOfALargePairFetchWhenSomebodyWantsIt)
{
    CompareWindow window(false, toPath(url("/~id=pairA" + std::string(largeTensor))),
        toPath(url("/~id=pairB" + std::string(largeTensor))));
    window.show();
    ASSERT_TRUE(await([&] { return window.isIdle(); }));
    ASSERT_EQ(window.failure(), QString());
    Options options;
    options.select = QStringList{QStringLiteral("model.layers.0.mlp.experts.0.gate_proj.weight")};
    options.pairTab = PairTab::HeatMap;
    window.apply(options);
    ASSERT_TRUE(await([&] { return window.isIdle(); }));
    auto& tabs = test::child<ComparisonTabs>(window);
    QToolButton* const picture = fetchButton(tabs.heatMap());
    ASSERT_NE(picture, nullptr);
    EXPECT_EQ(picture->text(), QStringLiteral("Fetch 156.3 MiB"));
    options.pairTab = PairTab::Histogram;
    window.apply(options);
    ASSERT_TRUE(await([&] { return window.isIdle(); }));
    auto& histogram = test::child<PairHistogramTab>(window);
    QToolButton* const fetch = fetchButton(histogram);
    ASSERT_NE(fetch, nullptr);
    EXPECT_EQ(fetch->text(), picture->text());
    EXPECT_LT(bytesSent(), 1U << 20) << "nobody has asked for values";
    fetch->click();
    ASSERT_TRUE(await([&] { return window.isIdle(); }));
    EXPECT_EQ(fetchButton(histogram), nullptr);
    EXPECT_GE(bytesSent(), 2 * 81'920'000U);
}

TEST_F(RemoteTest, MatchingRenamedTensorsSaysWhatItFetchesAndWaitsForAYes)
{
    // Different names, the same dtype and shape: 20 tensors of 2 MiB each.
    const auto shard = [&](int number) {
        return toPath(url("/~id=names/model/2x20x1024/model-0000" + std::to_string(number) + "-of-00002.safetensors"));
    };
    const auto paired = openPair(shard(1), shard(2), {});
    ASSERT_TRUE(paired);
    const std::uint64_t before = bytesSent();
    QPointer<PairingDialog> dialog = new PairingDialog(*paired, nullptr);
    dialog->open();
    auto& draft = test::child<RenameDraft>(*dialog);
    auto& bar = test::child<NoticeBar>(*dialog);
    ASSERT_TRUE(await([&] { return draft.isStopped() && !draft.isSearching(); }));
    EXPECT_THAT(bar.texts().join(u'\n').toStdString(),
        HasSubstr("Comparing tensors that may be the same fetches up to 80.0 MiB over the network."));
    EXPECT_EQ(bytesSent(), before);
    QPushButton* fetch = nullptr;
    for (auto* const button : bar.findChildren<QPushButton*>())
        fetch = button->text() == u"Fetch 80.0 MiB" ? button : fetch;
    ASSERT_NE(fetch, nullptr);
    fetch->click();
    ASSERT_TRUE(await([&] { return draft.isSearched(); }));
    EXPECT_GT(bytesSent(), before);
    EXPECT_FALSE(draft.isStopped());
    delete dialog;
}

TEST_F(RemoteTest, ReloadingAsksTheServer)
{
    m_folder.write("f.safetensors", test::readFile(sample()));
    const test::FaultServer own({"--root", m_folder.path().string()});
    m_window.open(withoutSecrets(toQString(own.url("/f.safetensors"))));
    ASSERT_TRUE(await([&] { return test::document(m_window).current() != nullptr && m_window.isIdle(); }));
    const std::size_t before = test::document(m_window).current()->checkpoint->tensors.size();
    m_folder.write("f.safetensors", test::readFile(test::dataPath("safetensors/shapes.safetensors")));
    const OpenedCheckpointPtr old = test::document(m_window).current();
    m_window.findChild<WindowActions*>()->reload->trigger();
    ASSERT_TRUE(await([&] { return test::document(m_window).current() != old && m_window.isIdle(); }));
    EXPECT_NE(test::document(m_window).current()->checkpoint->tensors.size(), before);
}

/// Settings are stored in the test's folder.
class RecentLocationsTest : public test::RemoteWindowTest {
protected:
    RecentLocationsTest()
    {
        QCoreApplication::setOrganizationName(QStringLiteral("tensorloupe-test"));
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, toQString(m_folder.path()));
        RecentFiles::clear();
        RecentLocations::clear();
        RecentPairs::clear();
    }
    ~RecentLocationsTest() override
    {
        RecentFiles::clear();
        RecentLocations::clear();
        RecentPairs::clear();
    }
    std::string allSettings() const
    {
        QSettings().sync();
        std::string all;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(m_folder.path())) {
            if (!entry.is_regular_file())
                continue;
            std::ifstream file(entry.path());
            all.append(std::istreambuf_iterator<char>(file), {});
        }
        return all;
    }
};

TEST_F(RecentLocationsTest, AreRememberedWithoutTheirSecrets)
{
    MainWindow window(true);
    const std::string plain = server().url(smallModel);
    const std::string user = "http://me:PASSWORD@" + plain.substr(std::string("http://").size());
    for (const std::string& address : {plain + "?X-Amz-Signature=SIGNATURE", user}) {
        window.open(withoutSecrets(toQString(address)));
        ASSERT_TRUE(
            await([&] { return test::document(window).state() != Document::State::Loading && window.isIdle(); }));
        ASSERT_EQ(window.failure(), QString());
    }
    EXPECT_EQ(RecentFiles::list(), QStringList(toQString(plain)));
    const auto known = RecentLocations::list();
    ASSERT_EQ(known.size(), 1);
    EXPECT_EQ(known.front().name, toQString(plain));
    EXPECT_EQ(known.front().format, QStringLiteral("Safetensors"));
    EXPECT_EQ(known.front().bytes, 144'192U);
    EXPECT_TRUE(known.front().needsSecret);
    EXPECT_THAT(allSettings(), AllOf(HasSubstr("gpt2-tiny"), Not(HasSubstr("SIGNATURE")), Not(HasSubstr("PASSWORD"))));
    EXPECT_TRUE(window.close());
}

TEST_F(RecentLocationsTest, AnAddressThatNeedsASecretIsAskedForAgain)
{
    const QString name = toQString(server().url("/~id=again/gpt2-tiny.safetensors"));
    RecentFiles::add(name);
    RecentLocations::add({.name = name,
        .format = QStringLiteral("Safetensors"),
        .bytes = 1,
        .opened = QDateTime::currentDateTime(),
        .needsSecret = true});
    MainWindow window(true);
    window.show();
    emit window.findChild<WindowActions*>()->recentChosen(name);
    auto* const dialog = window.findChild<LocationDialog*>();
    ASSERT_NE(dialog, nullptr);
    EXPECT_TRUE(dialog->isVisible());
    EXPECT_THAT(dialog->sentence().toStdString(), HasSubstr("was not stored"));
    EXPECT_EQ(server().stats().at("requests"), 0) << "nobody was asked";
    auto& address = test::child<QComboBox>(*dialog);
    EXPECT_EQ(address.currentText(), name);
    address.setEditText(name + QStringLiteral("?sig=again"));
    test::child<QPushButton>(*dialog, QStringLiteral("open")).click();
    ASSERT_TRUE(await([&] { return test::document(window).current() != nullptr; }));
    EXPECT_EQ(test::document(window).path(), name);
    EXPECT_TRUE(window.close());
}

TEST_F(RecentLocationsTest, ARecentAddressOpensWithOneChoiceAndIsForgottenWithTheFiles)
{
    MainWindow window(true);
    window.open(url("/~id=recent/gpt2-tiny.safetensors"));
    ASSERT_TRUE(await([&] { return test::document(window).current() != nullptr && window.isIdle(); }));
    test::document(window).close();
    emit window.findChild<WindowActions*>()->recentChosen(RecentFiles::list().front());
    EXPECT_EQ(window.findChild<LocationDialog*>(), nullptr);
    ASSERT_TRUE(await([&] { return test::document(window).current() != nullptr && window.isIdle(); }));
    for (QMenu* const menu : window.findChildren<QMenu*>()) {
        if (menu->title() == u"Open r&ecent") {
            emit menu->aboutToShow();
            menu->actions().back()->trigger();
        }
    }
    EXPECT_TRUE(RecentFiles::list().isEmpty());
    EXPECT_TRUE(RecentLocations::list().isEmpty());
    EXPECT_TRUE(window.close());
}

TEST_F(RecentLocationsTest, EntriesThatMakeNoSenseAreSkipped)
{
    QSettings().setValue(QStringLiteral("recentLocations"),
        QStringList{QStringLiteral("/local"), {}, QStringLiteral("1"), QStringLiteral("2026-01-01T00:00:00"), {},
            QStringLiteral("https://h/f"), {}, QStringLiteral("x"), QStringLiteral("2026-01-01T00:00:00"), {},
            QStringLiteral("https://h/g"), QStringLiteral("GGUF"), QStringLiteral("7"),
            QStringLiteral("2026-01-01T00:00:00"), QStringLiteral("0"), QStringLiteral("https://h/rest")});
    ASSERT_EQ(RecentLocations::list().size(), 1);
    EXPECT_EQ(RecentLocations::list().front().name, QStringLiteral("https://h/g"));
}

} // namespace
} // namespace loupe

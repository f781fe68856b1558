#include "app/window/command/options.h"
#include "app/window/scan_control.h"
#include "items/tree/tensor_tree_model.h"
#include "support/busy_job_pool.h"
#include "views/details/details_tabs.h"
#include "views/tree/filter_edit.h"
#include "views/values/values_view.h"
#include "window_fixture.h"

#include <QAction>
#include <QLabel>
#include <QStatusBar>
#include <QTextDocument>

#include <gmock/gmock.h>

#include <cmath>
#include <cstring>
#include <fstream>

namespace loupe {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class ScanTest : public test::WindowTest {
protected:
    using Values = std::vector<float>;

    /// A file of F32 tensors of four elements, the first of which is given.
    std::filesystem::path write(const std::vector<std::pair<std::string, float>>& firsts)
    {
        std::vector<std::pair<std::string, Values>> tensors;
        for (const auto& [name, first] : firsts)
            tensors.emplace_back(name, Values{first, 1, 2, 3});
        return write(tensors);
    }
    /// A file of F32 matrices of two columns.
    std::filesystem::path write(const std::vector<std::pair<std::string, Values>>& tensors)
    {
        std::string header = "{";
        std::string data;
        for (const auto& [name, values] : tensors) {
            const std::size_t begin = data.size();
            data.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
            header += (begin == 0 ? "\"" : ",\"") + name + R"(":{"dtype":"F32","shape":[)"
                + std::to_string(values.size() / 2) + R"(,2],"data_offsets":[)" + std::to_string(begin) + ','
                + std::to_string(data.size()) + "]}";
        }
        header += '}';
        header.resize((header.size() + 7) / 8 * 8, ' ');
        const std::uint64_t length = header.size();
        std::string start(8, '\0');
        std::memcpy(start.data(), &length, 8);
        return m_folder.write("made.safetensors", start + header + data);
    }
    std::filesystem::path sick() { return write({{"a", std::nanf("")}, {"b", INFINITY}, {"c", 5.0F}}); }
    QAction* action(const QString& text)
    {
        for (QAction* const candidate : m_window.findChildren<QAction*>())
            if (candidate->text().remove(u'&') == text)
                return candidate;
        return nullptr;
    }
    /// The full text of a label. Next to a notice, only its tooltip may have all of it.
    static std::string whole(const QLabel& label)
    {
        const QString shown = label.text();
        QTextDocument tip;
        tip.setHtml(label.toolTip());
        const QString all = tip.toPlainText().remove(QChar(0x200B));
        return (all.isEmpty() ? shown : all).toStdString();
    }
    const QLabel* statusLabel() const
    {
        for (const QLabel* const label : m_window.statusBar()->findChildren<QLabel*>())
            if (label->accessibleName() == u"Scan")
                return label;
        return nullptr;
    }
    std::string status()
    {
        const QLabel* const label = statusLabel();
        if (!label)
            return "no label";
        return label->isHidden() ? std::string() : whole(*label);
    }
    void scan()
    {
        ASSERT_NE(action(QStringLiteral("Scan values")), nullptr);
        action(QStringLiteral("Scan values"))->trigger();
        ASSERT_TRUE(awaitIdle());
    }
};

TEST_F(ScanTest, IsOfferedWhereSomethingIsOpen)
{
    EXPECT_FALSE(action(QStringLiteral("Scan values"))->isEnabled());
    EXPECT_EQ(status(), "");
    open(sample());
    EXPECT_TRUE(action(QStringLiteral("Scan values"))->isEnabled());
    EXPECT_FALSE(action(QStringLiteral("Export scan…"))->isEnabled());
    EXPECT_TRUE(m_window.tree().isColumnHidden(TensorTreeModel::Health));
    scan();
    EXPECT_TRUE(action(QStringLiteral("Export scan…"))->isEnabled());
    EXPECT_FALSE(m_window.tree().isColumnHidden(TensorTreeModel::Health));
}

TEST_F(ScanTest, NaNAndInfAreToldAndCanBeShown)
{
    open(sick());
    scan();
    EXPECT_EQ(status(), "1 NaN in 1 tensor, 1 Inf in 1 tensor · 3 tensors scanned");
    EXPECT_THAT(notices(), HasSubstr("1 NaN: a [0, 0] · 1 Inf: b [0, 0]"));
    ASSERT_NE(noticeButton(QStringLiteral("Show NaN")), nullptr);
    noticeButton(QStringLiteral("Show NaN"))->click();
    EXPECT_EQ(test::filter(m_window).text(), QStringLiteral("nan:>0"));
    ASSERT_TRUE(await([&] { return test::model(m_window).visibleTensors() == 1; }));
    EXPECT_TRUE(test::model(m_window).indexOf(0).isValid());
    noticeButton(QStringLiteral("Show Inf"))->click();
    ASSERT_TRUE(await([&] { return test::model(m_window).indexOf(1).isValid(); }));
    EXPECT_EQ(test::model(m_window).visibleTensors(), 1U);
    test::notices(m_window).removeNotice(QStringLiteral("scanWarnings"));
    ASSERT_EQ(test::notices(m_window).count(), 0);
    EXPECT_EQ(statusLabel()->text(), u"1 NaN in 1 tensor, 1 Inf in 1 tensor · 3 tensors scanned");
}

TEST_F(ScanTest, ShowNaNSelectsTheFirstSuchTensorAndOpensItsValuesThere)
{
    open(write({{"h.10.w", Values{NAN, 2, 3, 4}}, {"h.2.w", Values{1, INFINITY, 3, 4, 5, NAN, NAN, 8}},
        {"sound", Values{1, 2}}}));
    test::filter(m_window).setText(QStringLiteral("sound")); // hides the tensors with NaN
    ASSERT_TRUE(awaitIdle());
    scan();
    EXPECT_THAT(notices(), HasSubstr("3 NaN in 2 tensors, the first: h.2.w [2, 1] · 1 Inf: h.2.w [0, 1]"));
    const auto* const values = m_window.findChild<ValuesView*>();
    const auto* const details = m_window.findChild<DetailsTabs*>();
    const auto shown = [&] {
        const auto tensor = m_window.tree().currentTensor();
        const std::string name =
            tensor ? test::document(m_window).current()->checkpoint->tensors[*tensor].name.data() : "";
        return name.substr(0, 5) + ' ' + values->readout().toStdString();
    };
    struct {
        const char* button;
        const char* place;
    } const cases[] = {{"Show NaN", "h.2.w [2, 1]"}, {"Show Inf", "h.2.w [0, 1]"}, {"Show NaN", "h.2.w [2, 1]"}};
    for (const auto& [button, place] : cases) {
        SCOPED_TRACE(button);
        ASSERT_NE(noticeButton(QString::fromLatin1(button)), nullptr);
        noticeButton(QString::fromLatin1(button))->click();
        ASSERT_TRUE(awaitIdle());
        EXPECT_EQ(details->currentTab(), DetailsTab::Values);
        EXPECT_THAT(shown(), StartsWith(place));
        EXPECT_EQ(m_window.tree().selectedTensors(), std::vector<std::uint32_t>{1});
    }
    EXPECT_EQ(test::model(m_window).visibleTensors(), 2U) << "those that have any";
}

TEST_F(ScanTest, AStatusThatIsNotFinalSaysSo)
{
    open(write({{"a", 1.0F}, {"b", 2.0F}}));
    test::filter(m_window).setText(QStringLiteral("nan:>0"));
    ASSERT_TRUE(awaitIdle());
    EXPECT_THAT(m_window.tree().emptyText().toStdString(), HasSubstr("No scanned tensor"));
    {
        const test::BusyJobPool busy; // the scan waits
        action(QStringLiteral("Scan values"))->trigger();
        EXPECT_EQ(status(), "Scanning: 0 of 2 tensors");
        test::scan(m_window).stop();
        EXPECT_EQ(status(), "Scan stopped at 0 of 2 tensors");
    }
    scan();
    EXPECT_EQ(status(), "No NaN or infinities in 2 tensors");
    EXPECT_EQ(m_window.tree().emptyText(), QStringLiteral("No tensor matches the filter."));
}

TEST_F(ScanTest, TheStatusIsSeenWholeInANarrowWindow)
{
    open(sick());
    scan();
    test::filter(m_window).setText(QStringLiteral("nan:>0"));
    ASSERT_TRUE(awaitIdle());
    for (const int width : {900, 1280, 760}) {
        m_window.resize(width, 600);
        const QStatusBar* const bar = m_window.statusBar();
        for (const QLabel* const label : bar->findChildren<QLabel*>()) {
            SCOPED_TRACE(label->accessibleName().toStdString());
            const auto right = [&] { return label->mapTo(bar, QPoint(label->width(), 0)).x(); };
            EXPECT_TRUE(await([&] { return label->isHidden() || right() <= bar->width(); })) << right();
        }
        EXPECT_NE(status(), "");
        EXPECT_EQ(test::notices(m_window).count(), 1) << "beside it";
    }
}

TEST_F(ScanTest, OfASoundFileThereIsNoNotice)
{
    open(write({{"a", 1.0F}, {"b", 2.0F}}));
    scan();
    EXPECT_EQ(status(), "No NaN or infinities in 2 tensors");
    EXPECT_EQ(test::notices(m_window).count(), 0) << notices();
}

TEST_F(ScanTest, AReloadKeepsWhatIsStillTrueAndAnotherFileHasNone)
{
    const auto path = sick();
    open(path);
    scan();
    open(path);
    EXPECT_THAT(status(), HasSubstr("3 tensors scanned"));
    EXPECT_FALSE(m_window.tree().isColumnHidden(TensorTreeModel::Health));
    open(sample());
    EXPECT_EQ(status(), "");
    EXPECT_TRUE(m_window.tree().isColumnHidden(TensorTreeModel::Health));
    EXPECT_THAT(notices(), Not(HasSubstr("NaN")));
}

TEST_F(ScanTest, TensorsThatCannotBeReadAreCountedWithTheFirstReason)
{
    const auto path = copyOfSample();
    open(path);
    std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
    scan();
    EXPECT_THAT(
        notices(), StartsWith("35 tensors could not be read: " + path.string() + ": the file was truncated or "));
    EXPECT_EQ(status(), "No NaN or infinities in 0 of 35 tensors, 35 could not be read");
}

/// The finding's notice offers what can be done, and a notice about the scan would add nothing.
TEST_F(ScanTest, OfAFileThatIsCutOffTheFindingIsTheOnlyNotice)
{
    const auto path = copyOfSample();
    std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
    open(path);
    const std::string before = notices();
    EXPECT_THAT(before, HasSubstr("truncated"));
    scan();
    EXPECT_EQ(notices(), before);
    EXPECT_EQ(status(), "No NaN or infinities in 24 of 35 tensors, 11 could not be read");
}

/// The file shrinks again after five tensors are known to be incomplete.
TEST_F(ScanTest, OfAFileThatIsCutOffOtherTensorsThatCannotBeReadAreTold)
{
    const auto path = copyOfSample();
    const auto size = std::filesystem::file_size(path);
    std::filesystem::resize_file(path, size * 3 / 4);
    open(path);
    EXPECT_THAT(notices(), HasSubstr("30 of 35 tensors intact"));
    std::filesystem::resize_file(path, size / 2);
    scan();
    EXPECT_THAT(
        notices(), HasSubstr("\n30 tensors could not be read: " + path.string() + ": the file was truncated or "));
    EXPECT_EQ(status(), "No NaN or infinities in 0 of 35 tensors, 35 could not be read");
}

TEST_F(ScanTest, TheCommandLineStartsOneOnceTheFileIsOpen)
{
    Options options;
    options.scan = true;
    m_window.apply(options);
    open(sick());
    EXPECT_THAT(status(), HasSubstr("3 tensors scanned"));
}

TEST_F(ScanTest, TheResultIsExported)
{
    open(sick());
    scan();
    const auto path = m_folder.path() / "scan.json";
    test::scan(m_window).exportTo(toQString(path));
    ASSERT_TRUE(awaitIdle());
    EXPECT_TRUE(std::filesystem::exists(path));
    EXPECT_THAT(notices(), HasSubstr("scan.json"));
    test::scan(m_window).exportTo(toQString(m_folder.path() / "none" / "scan.csv"));
    ASSERT_TRUE(awaitIdle());
    EXPECT_THAT(notices(), HasSubstr("cannot be written"));
}

} // namespace
} // namespace loupe

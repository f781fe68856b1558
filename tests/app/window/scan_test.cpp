#include "app/window/options.h"
#include "app/window/scan_control.h"
#include "items/tensor_tree_model.h"
#include "views/filter_edit.h"
#include "window_fixture.h"

#include <QAction>
#include <QLabel>
#include <QStatusBar>

#include <gmock/gmock.h>

#include <cmath>
#include <cstring>
#include <fstream>

namespace loupe {
namespace {

using testing::HasSubstr;
using testing::Not;

class ScanTest : public test::WindowTest {
protected:
    /// A file of F32 tensors of four elements.
    std::filesystem::path write(const std::vector<std::pair<std::string, float>>& firsts)
    {
        std::string header = "{";
        std::string data;
        for (const auto& [name, first] : firsts) {
            const float values[] = {first, 1, 2, 3};
            const std::size_t begin = data.size();
            data.append(reinterpret_cast<const char*>(values), sizeof values);
            header += (begin == 0 ? "\"" : ",\"") + name + R"(":{"dtype":"F32","shape":[4],"data_offsets":[)"
                + std::to_string(begin) + ',' + std::to_string(data.size()) + "]}";
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
    std::string status()
    {
        for (const QLabel* const label : m_window.statusBar()->findChildren<QLabel*>())
            if (label->accessibleName() == u"Scan")
                return label->isHidden() ? std::string() : label->text().toStdString();
        return "no label";
    }
    void scan()
    {
        ASSERT_NE(action(QStringLiteral("Scan values")), nullptr);
        action(QStringLiteral("Scan values"))->trigger();
        ASSERT_TRUE(awaitSettled());
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
    EXPECT_THAT(notices(), HasSubstr("1 NaN in 1 tensor, 1 Inf in 1 tensor"));
    ASSERT_NE(noticeButton(QStringLiteral("Show NaN")), nullptr);
    noticeButton(QStringLiteral("Show NaN"))->click();
    EXPECT_EQ(m_window.filter().text(), QStringLiteral("nan:>0"));
    ASSERT_TRUE(await([&] { return m_window.model().visibleTensors() == 1; }));
    EXPECT_TRUE(m_window.model().indexOf(0).isValid());
    noticeButton(QStringLiteral("Show Inf"))->click();
    ASSERT_TRUE(await([&] { return m_window.model().indexOf(1).isValid(); }));
    EXPECT_EQ(m_window.model().visibleTensors(), 1U);
}

TEST_F(ScanTest, OfASoundFileThereIsNoNotice)
{
    open(write({{"a", 1.0F}, {"b", 2.0F}}));
    scan();
    EXPECT_EQ(status(), "No NaN or Inf · 2 tensors scanned");
    EXPECT_EQ(m_window.notices().count(), 0) << notices();
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
    std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
    open(path);
    scan();
    EXPECT_THAT(notices(), HasSubstr("could not be read"));
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
    m_window.scan().exportTo(toQString(path));
    ASSERT_TRUE(awaitSettled());
    EXPECT_TRUE(std::filesystem::exists(path));
    EXPECT_THAT(notices(), HasSubstr("scan.json"));
    m_window.scan().exportTo(toQString(m_folder.path() / "none" / "scan.csv"));
    ASSERT_TRUE(awaitSettled());
    EXPECT_THAT(notices(), HasSubstr("cannot be written"));
}

} // namespace
} // namespace loupe

#pragma once

#include "app/window/main_window.h"
#include "items/jobs/qt_text.h"
#include "support/temporary_file.h"
#include "support/test_data.h"
#include "support/window_parts.h"
#include "views/kit/notice_bar.h"
#include "views/tree/tensor_tree_view.h"

#include <QAbstractButton>
#include <QMessageBox>
#include <QTest>

#include <gtest/gtest.h>

#include <algorithm>

namespace loupe::test {

/// A window that keeps no settings, and functions to wait for it.
class WindowTest : public testing::Test {
protected:
    WindowTest()
        : m_window(false)
    {
        m_window.show();
    }

    /// Waits for a condition, handling events; the limit only ends a test that has failed.
    template <typename Condition>
    bool await(Condition condition)
    {
        return QTest::qWaitFor(condition, 20'000);
    }
    bool awaitIdle()
    {
        return await([&] { return m_window.isIdle(); });
    }
    void open(const std::filesystem::path& path)
    {
        m_window.open(toQString(path));
        ASSERT_TRUE(await([&] { return test::document(m_window).state() != Document::State::Loading; }));
        ASSERT_TRUE(awaitIdle());
    }
    void select(std::string_view name)
    {
        const auto& tensors = test::document(m_window).current()->checkpoint->tensors;
        const auto found =
            std::find_if(tensors.begin(), tensors.end(), [&](const Tensor& tensor) { return tensor.name == name; });
        ASSERT_NE(found, tensors.end());
        ASSERT_TRUE(m_window.tree().selectNode(static_cast<std::uint32_t>(found - tensors.begin())));
        ASSERT_TRUE(awaitIdle());
    }
    std::string notices() { return test::notices(m_window).texts().join(u'\n').toStdString(); }
    QAbstractButton* noticeButton(const QString& text)
    {
        for (auto* const button : test::notices(m_window).findChildren<QAbstractButton*>()) {
            if (button->text() == text)
                return button;
        }
        return nullptr;
    }
    /// The visible question of the window; null if there is none.
    QMessageBox* question() const
    {
        for (auto* const box : m_window.findChildren<QMessageBox*>()) {
            if (box->isVisible())
                return box;
        }
        return nullptr;
    }
    static std::filesystem::path sample() { return dataPath("safetensors/gpt2-tiny.safetensors"); }
    std::filesystem::path copyOfSample() const
    {
        const auto copy = m_folder.path() / "copy.safetensors";
        std::filesystem::copy_file(sample(), copy);
        return copy;
    }

    TemporaryFolder m_folder;
    MainWindow m_window;
};

} // namespace loupe::test

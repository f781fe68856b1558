#pragma once

#include <QMainWindow>

class QLineEdit;
class QListWidget;
class QTextBrowser;

namespace loupe {

/// The manual. Its pages are Markdown resources in `:/manual/`.
class ManualWindow : public QMainWindow {
    Q_OBJECT

public:
    /// Shows the manual's only window, creating it if needed. `page`, such as "filter.md"; empty: the current page.
    static void open(const QString& page = {});

private:
    ManualWindow();

    void makeToolBar();
    void listPages();
    void showPage(const QString& page);
    void onPageChanged(const QUrl& address);
    void findNext();

    QTextBrowser* m_text;
    QListWidget* m_pages;
    QLineEdit* m_search;
};

} // namespace loupe

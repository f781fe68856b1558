#pragma once

#include <QMainWindow>

class QLineEdit;
class QListWidget;
class QTextBrowser;

namespace loupe {

/// The manual: its pages are Markdown among the resources, `:/manual/`.
class ManualWindow : public QMainWindow {
    Q_OBJECT

public:
    /// Shows the manual's one window, and makes it where there is none; at a page, such as "filter.md", or where it is.
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

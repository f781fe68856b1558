#include "remote/http/http_transport.h"

#include "remote/http/http_exchange.h"
#include "remote/http/http_url.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <vector>

namespace loupe::remote {

namespace {

using Clock = std::chrono::steady_clock;

/// Connections per host. Over a distance, a single one cannot use the full bandwidth.
constexpr long mostConnectionsToHost = 16;

void startCurl()
{
    static const CURLcode started = curl_global_init(CURL_GLOBAL_DEFAULT);
    static_cast<void>(started);
}

} // namespace

class HttpTransport::Thread {
public:
    explicit Thread(const Settings& settings)
        : m_settings(settings)
    {
        startCurl();
        m_multi = curl_multi_init();
        if (!m_multi)
            throw std::bad_alloc();
        curl_multi_setopt(m_multi, CURLMOPT_MAX_HOST_CONNECTIONS, mostConnectionsToHost);
        m_runner = std::thread([this] { run(); });
    }

    ~Thread()
    {
        m_ends = true;
        curl_multi_wakeup(m_multi);
        m_runner.join();
        curl_multi_cleanup(m_multi);
    }

    void send(HttpRequest request, std::shared_ptr<HttpReceiver> receiver, std::chrono::milliseconds delay)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_waiting.push_back({std::move(request), std::move(receiver), Clock::now() + delay});
        }
        curl_multi_wakeup(m_multi);
    }

    void cancel(std::shared_ptr<HttpReceiver> receiver)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_cancelled.push_back(std::move(receiver));
        }
        curl_multi_wakeup(m_multi);
    }

    std::uint64_t bytesReceived() const { return m_bytes; }
    std::uint64_t requestsSent() const { return m_requests; }
    std::string silentHost() const
    {
        const std::lock_guard lock(m_mutex);
        return m_silentHost;
    }

private:
    struct Waiting {
        HttpRequest request;
        std::shared_ptr<HttpReceiver> receiver;
        Clock::time_point due;
    };

    void run()
    {
        while (!m_ends) {
            cancelUnwanted();
            auto next = beginDue();
            int running = 0;
            curl_multi_perform(m_multi, &running);
            finishDone();
            next = std::min(next, finishUnconnected());
            updateSilence();
            if (!m_ends)
                curl_multi_poll(m_multi, nullptr, 0, static_cast<int>(next.count()), nullptr);
        }
        for (auto& [easy, exchange] : m_running) {
            curl_multi_remove_handle(m_multi, easy);
            exchange->stop();
        }
        m_running.clear();
        for (const Waiting& waiting : takeWaiting())
            stop(*waiting.receiver);
    }

    /// Checks whether any data has arrived since the last call, at most a second ago.
    void updateSilence()
    {
        const auto now = Clock::now();
        const std::lock_guard lock(m_mutex);
        const bool isIdle = m_running.empty() && m_waiting.empty();
        const std::uint64_t heard = m_pieces;
        if (isIdle || m_heard != heard) {
            m_heard = heard;
            m_silentSince = now;
        }
        if (now - m_silentSince < m_settings.noticedSilence)
            m_silentHost.clear();
        else
            m_silentHost = hostOf(m_running.empty() ? m_waiting.front().request.url : m_running.begin()->second->url());
    }

    std::vector<Waiting> takeWaiting()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_waiting, {});
    }

    static void stop(HttpReceiver& receiver) { receiver.end(stoppedExchange()); }

    static std::chrono::milliseconds until(Clock::time_point time)
    {
        return std::chrono::ceil<std::chrono::milliseconds>(time - Clock::now());
    }

    /// Starts the requests that are due. Returns the time until the next one, at most a second.
    std::chrono::milliseconds beginDue()
    {
        constexpr std::chrono::milliseconds longest(1000);
        auto next = longest;
        std::vector<Waiting> later;
        for (Waiting& waiting : takeWaiting()) {
            const auto left = until(waiting.due);
            if (left.count() > 0) {
                next = std::min(next, left);
                later.push_back(std::move(waiting));
                continue;
            }
            auto exchange = std::make_unique<HttpExchange>(std::move(waiting.request), waiting.receiver, m_settings,
                HttpExchange::Counters{
                    .bytesReceived = m_bytes, .piecesReceived = m_pieces, .requestsSent = m_requests});
            CURL* const easy = exchange->easy();
            curl_multi_add_handle(m_multi, easy);
            m_running.emplace(easy, std::move(exchange));
        }
        const std::lock_guard lock(m_mutex);
        m_waiting.insert(m_waiting.end(), std::make_move_iterator(later.begin()), std::make_move_iterator(later.end()));
        return next;
    }

    /// Ends the exchanges that missed their connect deadline. Returns the time until the next deadline, at most a
    /// second.
    std::chrono::milliseconds finishUnconnected()
    {
        std::chrono::milliseconds next(1000);
        for (auto entry = m_running.begin(); entry != m_running.end();) {
            const auto deadline = entry->second->connectDeadline();
            const auto left = deadline ? until(*deadline) : next;
            if (left.count() > 0) {
                next = std::min(next, left);
                ++entry;
                continue;
            }
            curl_multi_remove_handle(m_multi, entry->first);
            entry->second->finish(CURLE_OPERATION_TIMEDOUT);
            entry = m_running.erase(entry);
        }
        return next;
    }

    void finishDone()
    {
        int left = 0;
        while (const CURLMsg* const message = curl_multi_info_read(m_multi, &left)) {
            if (message->msg != CURLMSG_DONE)
                continue;
            const CURLcode result = message->data.result;
            const auto found = m_running.find(message->easy_handle);
            curl_multi_remove_handle(m_multi, message->easy_handle);
            const auto exchange = std::move(found->second);
            m_running.erase(found);
            exchange->finish(result);
        }
    }

    void cancelUnwanted()
    {
        std::vector<std::shared_ptr<HttpReceiver>> unwanted;
        {
            const std::lock_guard lock(m_mutex);
            unwanted.swap(m_cancelled);
        }
        if (unwanted.empty())
            return;
        const auto isUnwanted = [&](const HttpReceiver* receiver) {
            return std::ranges::find(unwanted, receiver, &std::shared_ptr<HttpReceiver>::get) != unwanted.end();
        };
        std::vector<Waiting> kept;
        for (Waiting& waiting : takeWaiting()) {
            if (isUnwanted(waiting.receiver.get()))
                stop(*waiting.receiver);
            else
                kept.push_back(std::move(waiting));
        }
        for (auto entry = m_running.begin(); entry != m_running.end();) {
            if (isUnwanted(entry->second->receiver())) {
                curl_multi_remove_handle(m_multi, entry->first);
                entry->second->stop();
                entry = m_running.erase(entry);
            } else {
                ++entry;
            }
        }
        const std::lock_guard lock(m_mutex);
        m_waiting.insert(m_waiting.end(), std::make_move_iterator(kept.begin()), std::make_move_iterator(kept.end()));
    }

    Settings m_settings;
    CURLM* m_multi = nullptr;
    std::atomic<bool> m_ends = false;
    std::atomic<std::uint64_t> m_bytes = 0;
    std::atomic<std::uint64_t> m_pieces = 0;
    std::atomic<std::uint64_t> m_requests = 0;
    mutable std::mutex m_mutex;
    std::vector<Waiting> m_waiting;
    std::string m_silentHost;
    /// Kept alive, so that no new receiver has the same address.
    std::vector<std::shared_ptr<HttpReceiver>> m_cancelled;
    std::unordered_map<CURL*, std::unique_ptr<HttpExchange>> m_running; ///< used only by the thread, like the next two
    std::uint64_t m_heard = 0; ///< m_pieces at the last check
    Clock::time_point m_silentSince = Clock::now();
    std::thread m_runner;
};

HttpTransport::HttpTransport(const Settings& settings)
    : m_thread(std::make_unique<Thread>(settings))
{
}

HttpTransport::~HttpTransport() = default;

void HttpTransport::send(HttpRequest request, std::shared_ptr<HttpReceiver> receiver, std::chrono::milliseconds delay)
{
    m_thread->send(std::move(request), std::move(receiver), delay);
}

void HttpTransport::cancel(std::shared_ptr<HttpReceiver> receiver)
{
    m_thread->cancel(std::move(receiver));
}

std::uint64_t HttpTransport::bytesReceived() const
{
    return m_thread->bytesReceived();
}

std::uint64_t HttpTransport::requestsSent() const
{
    return m_thread->requestsSent();
}

std::string HttpTransport::silentHost() const
{
    return m_thread->silentHost();
}

} // namespace loupe::remote
